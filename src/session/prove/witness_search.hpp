// SPDX-License-Identifier: Apache-2.0
// From a warning to a bug: looks for inputs with which the concrete machine, on the schedule of the
// warning, does what the abstract one could not exclude.
//
// The schedule is a linearisation of the warning's configuration; each of its steps is a visible
// operation of one thread, after which the thread's local code is executed at once. Inputs are
// drawn where the code asks for them, from the constants that the program compares with and from
// small numbers. If a thread does not arrive at its next operation of the schedule, its local code
// is executed again with other inputs, and after some attempts the whole schedule is.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "core/input_ranges.hpp"
#include "core/states.hpp"
#include "core/step.hpp"
#include "machine/ir/system.hpp"
#include "machine/symbolic/schedule_search.hpp"
#include "machine/symbolic/witness_target.hpp"

namespace skein::session {

using symbolic::ScheduledStep;
using symbolic::WitnessTarget;

struct InputWitness {
  std::vector<Move> moves;          // of a machine with this range of inputs
  std::vector<std::size_t> inputs;  // which of the moves are inputs
  std::vector<InputRange> values;   // that range
};

class WitnessSearch {
 public:
  // `candidates`: inputs worth trying. The program must outlive the search.
  WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                std::vector<std::uint64_t> candidates);

  [[nodiscard]] std::optional<InputWitness> find(const WitnessTarget& target,
                                                 const std::function<bool()>& is_over);

  // Whether the machine does it with these inputs, in the order in which it asks.
  [[nodiscard]] std::optional<InputWitness> confirm(const WitnessTarget& target,
                                                    std::span<const symbolic::Input> inputs) const;

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
    std::size_t asked = 0;  // given inputs that were used
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
  // Whether both steps are possible now, and race for the byte.
  [[nodiscard]] bool are_racing(const Situation& now, const ScheduledStep& one,
                                const ScheduledStep& other);
  // The situation after both; nullopt if they do not race.
  [[nodiscard]] std::optional<Situation> show_race(Situation now, const ScheduledStep& one,
                                                   const ScheduledStep& other);
  [[nodiscard]] bool accesses(ValueId local, const ir::ByteRange& bytes);
  [[nodiscard]] bool is_at(ValueId local, const ScheduledStep& step);
  // An atomic section, with other inputs if it fails in a way that is not wanted, and the local
  // code after it.
  [[nodiscard]] bool take_section(Situation& now, const ScheduledStep& step, bool goes_on,
                                  const ScheduledStep* next, const Fault* wanted);
  [[nodiscard]] bool is_deadlock(const Situation& now);
  // Whether the time of `find` is over. Does not look at the clock at each call.
  [[nodiscard]] bool is_late();
  [[nodiscard]] std::int64_t draw(InputRange bounds);
  [[nodiscard]] std::int64_t draw_input(InputRange bounds);
  // The choice of a step; empty: it asks for more inputs than are given, or for others.
  [[nodiscard]] std::optional<std::uint32_t> choose(Situation& now, ValueId local, OpKind kind,
                                                    std::uint32_t choices);
  [[nodiscard]] static InputWitness witness_of(const Situation& end);
  [[nodiscard]] std::vector<ValueId> values_of(const Situation& now, const Transition& what);

  // With these inputs and no others. `options`: with their values.
  WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                std::span<const symbolic::Input> given);

  const ir::Program& program_;
  const ir::SystemOptions options_;
  bool is_given_ = false;
  std::vector<symbolic::Input> given_;  // instead of drawing
  ir::IrSystem system_;
  std::vector<std::uint64_t> candidates_;
  std::mt19937_64 random_{1};
  std::function<bool()> is_over_;  // of find
  std::uint64_t looks_ = 0;
};

}  // namespace skein::session
