// SPDX-License-Identifier: Apache-2.0
#include "agreement/common_traces.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace skein::test {

std::uint32_t CommonTraces::number_of(const std::string& name) {
  static std::map<std::string, std::uint32_t> numbers;
  return numbers.try_emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second;
}

std::string CommonTraces::name_of(ObjectId object) const {
  if (object.is_none()) return "";
  if (const std::string* life = paths_.of_life(object)) return "life of " + *life;
  const std::string global = machine_.global(object);
  return global.empty() ? "#" + std::to_string(object.value) : global;
}

// The agent that the signal woke; empty if none.
std::string CommonTraces::woken_by(const Step& signal) const {
  return signal.value < 0 ? "" : paths_.of(AgentId{static_cast<std::uint32_t>(signal.value)});
}

void CommonTraces::add(const Run& run, TraceSet& traces) {
  paths_.clear();
  native_steps_.clear();
  steps_.clear();
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    Step s = run.steps[i];
    const bool creates = s.op.kind == OpKind::ThreadCreate;
    if (creates && paths_.of_life(s.op.first) != nullptr) traces.gives_names_again = true;
    paths_.follow(s);
    if (machine_.is_ir) {
      const std::optional<Step> native = native_steps_.follow(s);
      if (!native) continue;
      s = *native;
    }
    switch (s.op.kind) {
      case OpKind::LibraryCall:
      case OpKind::Fence:
      case OpKind::Yield: continue;
      case OpKind::PlainLoad:
      case OpKind::PlainStore: {
        const std::string global = machine_.global(s.op.first);
        if (global.empty() || (machine_.keeps_plain && !machine_.keeps_plain(global))) continue;
        traces.plain.insert(global);
        break;
      }
      default: break;
    }
    Named& named = steps_.emplace_back();
    named.choice = s.op.kind == OpKind::CondSignal ? woken_by(s) : std::to_string(s.choice);
    named.agent = paths_.of(s.agent);
    named.first = name_of(s.op.first);
    named.second = name_of(s.op.second);
    named.step = s;
  }
  drop_private();
  name_others();
  std::vector<Step> steps;
  std::string text;
  for (const Named& named : steps_) {
    Step& s = steps.emplace_back(named.step);
    s.agent = AgentId{number_of("agent " + named.agent)};
    if (!named.first.empty()) s.op.first = ObjectId{number_of("object " + named.first)};
    if (!named.second.empty()) s.op.second = ObjectId{number_of("object " + named.second)};
    s.choice = number_of("choice " + named.choice);
    text += "  " + named.agent + ": " + std::string(name(s.op.kind)) + " " + named.first + " " +
            named.second + (named.choice == "0" ? "" : " [" + named.choice + "]") + "\n";
  }
  const std::string& form = canonicalizer_.form(steps);
  const std::string end = end_of(run, traces);
  traces.ends[form].insert(end);
  traces.schedules[form] = text + "  " + end + "\n";
}

void CommonTraces::drop_private() {
  std::map<std::string, std::set<std::string>> users;
  for (const Named& s : steps_) {
    for (const std::string* name : {&s.first, &s.second}) {
      if (name->starts_with("#")) users[*name].insert(s.agent);
    }
  }
  std::erase_if(steps_, [&](const Named& s) {
    const auto is_private = [&](const std::string& name) {
      return name.starts_with("#") && users[name].size() == 1;
    };
    return is_private(s.first) && (s.second.empty() || is_private(s.second));
  });
}

void CommonTraces::name_others() {
  std::map<std::string, int> positions;
  std::map<std::string, std::string> names;
  for (const Named& s : steps_) {
    const std::string here = s.agent + " " + std::to_string(positions[s.agent]++);
    for (const auto& [name, operand] : {std::pair{&s.first, " 1"}, std::pair{&s.second, " 2"}}) {
      if (!name->starts_with("#")) continue;
      std::string& known = names[*name];
      if (known.empty() || here + operand < known) known = here + operand;
    }
  }
  for (Named& s : steps_) {
    for (std::string* name : {&s.first, &s.second}) {
      if (name->starts_with("#")) *name = "what is used first by " + names[*name];
    }
  }
}

namespace {

bool races_with_free(const ViolationFacts& facts) {
  return facts.values.at(race::kFirstAccess) == race::kFree ||
         facts.values.at(race::kSecondAccess) == race::kFree;
}

}  // namespace

std::string CommonTraces::end_of(const Run& run, TraceSet& traces) {
  std::set<std::string> violations;
  for (const Violation& v : run.violations) {
    if (v.kind() == ViolationKind::Race) {  // explored by one machine, reported by the other
      // Unless it is with the end of a block, which is use after free in another order.
      if (races_with_free(v.facts)) traces.has_bug = true;
      continue;
    }
    traces.codes.insert(v.facts.code);
    const bool is_memory = v.facts.code == ViolationCode::AbortCalled ||
                           v.kind() == ViolationKind::Memory || v.kind() == ViolationKind::Crash ||
                           v.kind() == ViolationKind::Arithmetic ||
                           v.kind() == ViolationKind::Other;
    violations.insert(paths_.of(v.agent) + ": " +
                      (is_memory ? "fault" : std::string(name(v.kind()))));
  }
  std::string text(run.end == End::Violation && violations.empty() ? name(End::Completed)
                                                                   : name(run.end));
  if (run.end == End::Deadlock || !violations.empty()) traces.has_bug = true;
  for (const std::string& v : violations) text += "; " + v;
  return text;
}

std::string difference(const TraceSet& first, const std::string& first_name, const TraceSet& second,
                       const std::string& second_name) {
  const auto only = [](const TraceSet& a, const TraceSet& b, const std::string& where) {
    for (const auto& [form, end] : a.ends) {
      if (!b.ends.contains(form)) return "only " + where + ":\n" + a.schedules.at(form);
    }
    return std::string();
  };
  std::string text = only(first, second, first_name) + only(second, first, second_name);
  if (!text.empty()) {
    return std::to_string(first.ends.size()) + " traces " + first_name + ", " +
           std::to_string(second.ends.size()) + " " + second_name + "\n" + text;
  }
  for (const auto& [form, ends] : first.ends) {
    const std::set<std::string>& others = second.ends.at(form);
    if (others == ends) continue;
    const auto list = [](const std::set<std::string>& texts) {
      std::string all;
      for (const std::string& t : texts) all += "'" + t + "' ";
      return all;
    };
    return "ends " + list(ends) + first_name + ", " + list(others) + second_name + ":\n" +
           first.schedules.at(form);
  }
  return {};
}

}  // namespace skein::test
