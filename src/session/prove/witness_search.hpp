// SPDX-License-Identifier: Apache-2.0
// From a warning to a bug: looks for inputs with which the concrete machine, on the schedule of the
// warning, does what the abstract one could not exclude.
//
// The schedule is a linearisation of the warning's configuration; each of its steps is a visible
// operation of one thread, after which the thread's local code is executed at once. Inputs are
// drawn where the code asks for them, from the constants that the program compares with and from
// small numbers. If a thread does not arrive at its next operation of the schedule, its local code
// is executed again with other inputs, and after some attempts everything.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "core/input_ranges.hpp"
#include "core/states.hpp"
#include "core/step.hpp"
#include "machine/ir/system.hpp"

namespace skein::session {

// A visible operation of the schedule, with agents as the abstract machine numbers them.
struct ScheduledStep {
  AgentId agent;
  OpKind kind = OpKind::Yield;
  SiteId site;
  AgentId child;  // of a creation
};

struct WitnessTarget {
  std::vector<ScheduledStep> steps;
  std::optional<Fault> fault;  // after the last step
  bool is_race = false;        // the last two steps are possible at once, and both access this byte
  std::uint64_t address = 0;
  // Neither: a deadlock.
};

struct InputWitness {
  std::vector<Move> moves;          // of a machine with this range of inputs
  std::vector<std::size_t> inputs;  // which of the moves are inputs
  std::vector<InputRange> values;   // that range
};

class WitnessSearch {
 public:
  // `candidates`: inputs worth trying.
  WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                std::vector<std::uint64_t> candidates);

  [[nodiscard]] std::optional<InputWitness> find(const WitnessTarget& target,
                                                 const std::function<bool()>& is_over);

 private:
  struct Input {
    std::size_t move = 0;
    InputRange bounds;
    std::int64_t value = 0;
  };
  struct Situation {
    std::vector<ValueId> locals;         // by agent
    std::map<ObjectId, ValueId> values;  // that were written
    std::map<AgentId, AgentId> agents;   // from the abstract numbers to these
    std::vector<Move> moves;
    std::vector<Input> inputs;
    std::optional<Fault> fault;
  };

  [[nodiscard]] std::optional<Situation> attempt(const WitnessTarget& target);
  // The visible operation, then the local code up to `next`, the agent's next one in the schedule.
  [[nodiscard]] bool take(Situation& now, const ScheduledStep& step);
  // `wanted`: the fault with which it must end; null: none.
  [[nodiscard]] bool run_local_code(Situation& now, AgentId agent, const ScheduledStep* next,
                                    const Fault* wanted);
  [[nodiscard]] bool execute(Situation& now, AgentId agent);
  [[nodiscard]] bool stands_at(const Situation& now, const ScheduledStep& step);
  [[nodiscard]] bool is_deadlock(const Situation& now);
  // Whether the steps, which are possible now, race for the byte.
  [[nodiscard]] bool is_race(Situation& now, const ScheduledStep& a, const ScheduledStep& b,
                             std::uint64_t address);
  [[nodiscard]] std::int64_t draw(InputRange bounds);
  [[nodiscard]] std::int64_t draw_input(InputRange bounds);
  [[nodiscard]] std::vector<ValueId> values_of(const Situation& now, const Transition& what);

  const ir::SystemOptions options_;
  ir::IrSystem system_;
  std::vector<std::uint64_t> candidates_;
  std::mt19937_64 random_{1};
};

}  // namespace skein::session
