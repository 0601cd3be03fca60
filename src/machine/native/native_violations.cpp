// SPDX-License-Identifier: Apache-2.0
// The violations of a run of the native machine: the executor's numbers from the channel, with
// names and places added; and what only the explorer can see, namely how the process ended and
// where runs differ.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "machine/native/names/plain_names.hpp"
#include "machine/native/native_machine.hpp"

namespace skein {

namespace {

template <class Number>
void append_number(std::string& key, Number number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  key.append(bytes, sizeof(bytes));
}

FactPlace fact_place(const SourceLine& line) {
  return line.line == 0 ? FactPlace{line.text, 0} : FactPlace{line.file, line.line};
}

// The program's own words, in their order.
std::vector<std::string> texts_of(const channel::Channel& c, const channel::ViolationOut& v) {
  std::vector<std::string> texts;
  const char* at = c.text + v.text;
  for (std::uint32_t i = 0; i < v.text_count; ++i) {
    texts.emplace_back(at);
    at += texts.back().size() + 1;
  }
  return texts;
}

// All the numbers that facts_of uses.
std::string key_of(const channel::Channel& c, const channel::ViolationOut& v) {
  std::string key(1, static_cast<char>(v.code));
  append_number(key, v.data);
  for (std::uint32_t i = 0; i < v.place_count; ++i) append_number(key, v.places[i]);
  for (std::uint32_t i = 0; i < v.value_count; ++i) append_number(key, v.values[i]);
  for (const std::string& text : texts_of(c, v)) key += text + '\0';
  return key;
}

// The two accesses of a race, without the object.
std::string sides_of(const channel::ViolationOut& v) {
  std::string key;
  for (std::uint32_t i = 0; i < std::min(v.place_count, 2U); ++i) append_number(key, v.places[i]);
  for (std::uint32_t i = 0; i < std::min(v.value_count, 4U); ++i) append_number(key, v.values[i]);
  return key;
}

}  // namespace

void NativeMachine::read_violations() {
  const channel::Channel& c = executor_.channel();
  run_.violations.clear();
  for (std::uint32_t i = 0; i < c.run.violation_count; ++i) {
    const channel::ViolationOut& v = c.violations[i];
    const ViolationFacts& facts = known_facts_of(v);
    // The same two places may race on many bytes, of an array for example: that is one race,
    // described by the object of its first occurrence.
    const bool is_race = kind_of(v.code) == ViolationKind::Race;
    run_.violations.push_back(
        {is_race ? races_.try_emplace(sides_of(v), facts).first->second : facts, v.agent, v.step,
         v.site});
  }
}

// Names are looked up once for each set of numbers: lookups are slow, and the same bug shows in
// many runs.
const ViolationFacts& NativeMachine::known_facts_of(const channel::ViolationOut& v) {
  // Values may differ in every run, so the number of entries is bounded.
  constexpr std::size_t kMostKnown = 10'000;
  if (known_facts_.size() > kMostKnown) known_facts_.clear();
  const auto [entry, is_new] = known_facts_.try_emplace(key_of(executor_.channel(), v));
  if (is_new) entry->second = facts_of(v);
  return entry->second;
}

ViolationFacts NativeMachine::facts_of(const channel::ViolationOut& v) const {
  ViolationFacts facts(v.code, texts_of(executor_.channel(), v));
  facts.values.assign(v.values, v.values + v.value_count);
  if (v.code == ViolationCode::AssertionFailed && facts.subjects.size() == 3) {
    const std::int64_t line = facts.values.empty() ? 0 : facts.values[0];
    facts.places = {{facts.subjects[0], static_cast<std::uint32_t>(line)}};
    facts.subjects.erase(facts.subjects.begin());
    facts.values.clear();
  }
  if (v.code == ViolationCode::ThrowsException && !facts.subjects.empty()) {
    facts.subjects[0] = plain_type_of(facts.subjects[0]);
  }
  if (v.code == ViolationCode::LibraryPrecondition && !facts.subjects.empty()) {
    facts.subjects[0] = function_in_signature(facts.subjects[0]);
  }
  if (v.data != 0) facts.subjects.push_back(names_.symbols().data_name(v.data));
  for (std::uint32_t i = 0; i < v.place_count; ++i) {
    facts.places.push_back(fact_place(names_.symbols().source_line(v.places[i])));
  }
  return facts;
}

void NativeMachine::record_exit(const ExitInfo& exit_info) {
  Violation v;
  if (exit_info.overwrote_channel) {
    v.facts = ViolationCode::OverwritesChannel;
  } else if (exit_info.was_stuck) {
    v.facts = ViolationCode::TooLongWithoutStep;
  } else if (exit_info.signal != 0) {
    v.facts = {ViolationCode::KilledBySignal, {}, {}, {exit_info.signal}};
  } else {
    v.facts = {ViolationCode::ProcessEnded, {}, {}, {exit_info.exit_code}};
  }
  if (!run_.steps.empty()) {
    v.agent = run_.steps.back().agent;
    v.step = StepIndex{run_.steps.size() - 1};
    v.site = run_.steps.back().site;
  } else {
    v.agent = kMainAgent;
  }
  run_.end = End::Violation;
  run_.bound = BoundHit::None;
  run_.violations.push_back(std::move(v));
  run_.pending.clear();
}

void NativeMachine::explain_divergence() {
  const channel::Channel& c = executor_.channel();
  Violation v;
  v.agent = kMainAgent;
  if (c.run.is_step_divergence) {
    const Step& now = c.run.divergence;
    v.agent = now.agent;
    v.site = now.site;
    v.facts = {ViolationCode::StepDiffers, {}, {}, {c.run.diverged_at}};
    for (const Step* step : {&c.steps[c.run.diverged_at], &now}) {
      v.facts.values.push_back(static_cast<std::int64_t>(step->op.kind));
      v.facts.subjects.push_back(names_.agent_name(step->agent));
      for (const ObjectId object : {step->op.first, step->op.second}) {
        v.facts.subjects.push_back(object.is_none() ? "" : names_.object_name(object));
      }
      v.facts.places.push_back(step->site.is_none() ? FactPlace{}
                                                    : fact_place(names_.site_line(step->site)));
    }
  } else {
    v.facts = {ViolationCode::PlanDiffers, {}, {}, {static_cast<std::int64_t>(run_.steps.size())}};
  }
  if (!run_.steps.empty()) v.step = StepIndex{run_.steps.size() - 1};
  run_.violations.push_back(std::move(v));
}

}  // namespace skein
