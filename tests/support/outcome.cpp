// SPDX-License-Identifier: Apache-2.0
#include "support/outcome.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "explore/dpor/optimal.hpp"
#include "explore/dpor/source.hpp"
#include "explore/oracle/classes.hpp"
#include "explore/qpor/qpor.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {

std::string schedule_text(const ModelMachine& machine, const Run& run) {
  std::string text;
  for (const Step& s : run.steps) {
    text += "  " + machine.names().agent_name(s.agent) + ": " + std::string(name(s.op.kind));
    if (!s.op.first.is_none()) text += ' ' + machine.names().object_name(s.op.first);
    if (!s.op.second.is_none()) text += ' ' + machine.names().object_name(s.op.second);
    if (s.choices > 1) {
      text += " [" + std::to_string(s.choice) + " of " + std::to_string(s.choices) + "]";
    }
    text += '\n';
  }
  return text + "  " + std::string(name(run.end)) + "\n";
}

Outcome explore_all(Explorer& explorer, ModelMachine& machine, std::uint64_t limit) {
  Outcome outcome;
  Canonicalizer canonicalizer;
  while (const Plan* plan = explorer.next()) {
    if (outcome.runs == limit) {
      outcome.is_exhausted = false;
      break;
    }
    ++outcome.runs;
    const Run& run = machine.run(*plan);
    if (run.end == End::Asleep) ++outcome.redundant;
    if (run.end == End::Cut) ++outcome.cut;
    if (run.is_complete()) {
      const std::string& form = canonicalizer.form(run.steps);
      for (const Violation& v : run.violations) outcome.violations.insert(violation_text(v));
      if (run.end == End::Deadlock) outcome.has_deadlock = true;
      const auto found = outcome.classes.find(form);
      if (found == outcome.classes.end()) {
        std::string state = machine.final_state();
        outcome.final_states.insert(state);
        outcome.classes.emplace(form,
                                Outcome::Class{schedule_text(machine, run), std::move(state)});
      } else {
        // Equivalent runs end in the same state. A state costs more than a run: look at some.
        const bool looks = outcome.runs < 64 || outcome.runs % 8 == 0;
        if (looks && found->second.state != machine.final_state()) {
          outcome.split = schedule_text(machine, run);
        }
        if (outcome.repeated.empty()) outcome.repeated = schedule_text(machine, run);
      }
    }
    explorer.observe(run);
  }
  outcome.events = explorer.events();
  return outcome;
}

namespace {

NamedExplorer qpor(const std::string& name, std::uint32_t k, std::size_t collect_at,
                   bool is_paranoid) {
  const auto make = [=] {
    QuasiOptimal::Options options;
    options.k = k;
    options.collect_at = collect_at;
    options.is_paranoid = is_paranoid;
    return std::make_unique<QuasiOptimal>(options);
  };
  return NamedExplorer{name, make, k == 0};
}

}  // namespace

const std::vector<NamedExplorer>& reducing_explorers() {
  constexpr std::size_t kNever = std::size_t{1} << 40U;
  static const std::vector<NamedExplorer> all = {
      {"source", [] { return std::make_unique<SourceDpor>(); }, false},
      {"optimal", [] { return std::make_unique<OptimalDpor>(); }, true},
      qpor("qpor -k 1", 1, kNever, false),
      qpor("qpor -k 2", 2, kNever, false),
      qpor("qpor -k 3", 3, kNever, false),
      qpor("qpor", 0, kNever, false),
      // Forgets after every run; every answer checked against the trees.
      qpor("qpor, forgetful and paranoid", 0, 1, true),
  };
  return all;
}

std::string difference(const Outcome& oracle, const Outcome& found, const NamedExplorer& explorer) {
  std::string text;
  const auto say = [&](const std::string& what) { text += explorer.name + ": " + what + "\n"; };
  for (const auto& [form, example] : oracle.classes) {
    if (!found.classes.contains(form)) {
      say("misses a class, as in\n" + example.schedule);
      break;
    }
  }
  for (const auto& [form, example] : found.classes) {
    if (!oracle.classes.contains(form)) {
      say("has a class that the oracle has not, as in\n" + example.schedule);
      break;
    }
  }
  if (oracle.classes.size() != found.classes.size()) {
    say(std::to_string(found.classes.size()) + " classes instead of " +
        std::to_string(oracle.classes.size()));
  }
  if (!oracle.split.empty()) {
    say("(oracle) the final state differs from that of an equivalent run\n" + oracle.split);
  }
  if (oracle.violations != found.violations) say("other violations");
  if (oracle.has_deadlock != found.has_deadlock) say("does not agree about deadlock");
  if (oracle.final_states != found.final_states) say("other final states");
  if (oracle.events != found.events) {
    say(std::to_string(found.events) + " events instead of " + std::to_string(oracle.events));
  }
  if (explorer.is_optimal && !found.repeated.empty()) {
    say("ran a class twice, the second time as\n" + found.repeated);
  }
  if (explorer.is_optimal && found.redundant > 0) {
    say(std::to_string(found.redundant) + " redundant runs");
  }
  return text;
}

double estimate_interleavings(ModelMachine& machine, std::uint64_t seed, int runs) {
  Plan plan;
  plan.policy = Policy::Random;
  plan.records_enabled = true;
  double sum = 0;
  for (int i = 0; i < runs; ++i) {
    plan.seed = mix64(seed + static_cast<std::uint64_t>(i));
    const Run& run = machine.run(plan);
    double product = 1;
    for (std::size_t s = 0; s < run.steps.size(); ++s) {
      double moves = 0;
      for (std::size_t e = run.enabled_from[s]; e < run.enabled_from[s + 1]; ++e) {
        moves += run.enabled[e].choices;
      }
      product *= moves;
    }
    sum += product;
  }
  return sum / runs;
}

}  // namespace skein::test
