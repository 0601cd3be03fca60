// SPDX-License-Identifier: Apache-2.0
// Help for the tests of the model machine: run a text, look at steps by name, visit all states.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/ensure.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {

inline ModelProgram program(std::string_view text, const ModelParams& params = {}) {
  return parse_model(text, "t.skein", params);
}

// "adder(1) store x", one for each step.
inline std::string line(const ModelMachine& machine, AgentId agent, const Operation& op) {
  std::string result = machine.names().agent_name(agent) + " " + std::string(name(op.kind));
  if (!op.first.is_none()) result += " " + machine.names().object_name(op.first);
  if (!op.second.is_none()) result += " " + machine.names().object_name(op.second);
  return result;
}

inline std::vector<std::string> lines(const ModelMachine& machine, const Run& run) {
  std::vector<std::string> result;
  for (const Step& s : run.steps) result.push_back(line(machine, s.agent, s.op));
  return result;
}

// The first step of this line; fails the test if there is none.
inline Step find_step(const ModelMachine& machine, const Run& run, std::string_view wanted) {
  for (const Step& s : run.steps) {
    if (line(machine, s.agent, s.op) == wanted) return s;
  }
  std::string all;
  for (const std::string& l : lines(machine, run)) all += l + "\n";
  ADD_FAILURE() << "no step '" << wanted << "' in\n" << all;
  return {};
}

// Runs moves of these agents, in this order, then what the policy says.
inline Plan plan_of(const std::vector<std::uint32_t>& agents) {
  Plan plan;
  for (const std::uint32_t a : agents) plan.prefix.push_back(Move{AgentId{a}, 0});
  return plan;
}

// Calls `visit` with every reachable state once: the moves that led there, and the moves enabled in
// it (with their operations). States are told apart by final_state(). Uses nothing but the machine.
struct Candidate {
  Move move;
  Operation op;
};
using Visit = std::function<void(const std::vector<Move>&, const std::vector<Candidate>&)>;

inline void visit_states(ModelMachine& machine, const Visit& visit) {
  std::unordered_set<std::string> seen;
  std::vector<std::vector<Move>> todo{{}};
  Plan plan;
  while (!todo.empty()) {
    plan.prefix = std::move(todo.back());
    todo.pop_back();
    plan.bounds.steps = static_cast<std::uint32_t>(plan.prefix.size());
    const Run& run = machine.run(plan);
    ASSERT_EQ(run.steps.size(), plan.prefix.size());
    if (!seen.insert(machine.final_state()).second) continue;
    std::vector<Candidate> candidates;
    for (const Pending& p : run.pending) {
      for (std::uint32_t c = 0; p.is_enabled && c < p.choices; ++c) {
        candidates.push_back(Candidate{Move{p.agent, c}, p.op});
      }
    }
    for (const Candidate& c : candidates) {
      todo.push_back(plan.prefix);
      todo.back().push_back(c.move);
    }
    visit(plan.prefix, candidates);
  }
}

// All ends, and all violations' messages, of all runs (by states, so the text of the run is not
// kept).
struct Outcomes {
  std::vector<End> ends;  // sorted, each once
  std::vector<std::string> messages;

  [[nodiscard]] bool has(End end) const {
    return std::find(ends.begin(), ends.end(), end) != ends.end();
  }
};

inline Outcomes outcomes(const ModelProgram& p) {
  ModelMachine machine(p);
  Outcomes result;
  visit_states(machine, [&](const std::vector<Move>& moves, const std::vector<Candidate>& enabled) {
    if (!enabled.empty()) return;
    Plan plan;
    plan.prefix = moves;
    const Run& run = machine.run(plan);
    result.ends.push_back(run.end);
    for (const Violation& v : run.violations) result.messages.push_back(violation_text(v));
  });
  std::sort(result.ends.begin(), result.ends.end());
  result.ends.erase(std::unique(result.ends.begin(), result.ends.end()), result.ends.end());
  std::sort(result.messages.begin(), result.messages.end());
  result.messages.erase(std::unique(result.messages.begin(), result.messages.end()),
                        result.messages.end());
  return result;
}

}  // namespace skein::test
