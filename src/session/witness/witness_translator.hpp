// SPDX-License-Identifier: Apache-2.0
// Leads one machine through the run of another: a witness that the ir machine found becomes a
// schedule of the native machine.
//
// The two machines do not have the same steps. Allocations, initialisations and accesses to plain
// shared memory are steps of the ir machine; natively only racing accesses are (--races=explore).
// Locking a lock again that the agent holds is a step of the ir machine only, and natively even a
// private atomic variable is visible. So the translator goes from step to step: it runs the native
// program up to the current step, looks what the step's agent would do next, and
//
// - takes that, if it is the same operation (by kind, and by the linker's name of the object);
// - takes it, and looks again, if only the native machine has such a step;
// - goes on to the next step, if only the ir machine has this one.
//
// Agents are the same if the same agents created them in the same order. A signal wakes the same
// waiter, which may have another number. If none of the three cases applies, the program behaves
// differently natively, and the translator says how.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/agent_paths.hpp"
#include "core/plan.hpp"
#include "core/run.hpp"
#include "machine/ir/native_steps.hpp"
#include "machine/native/native_machine.hpp"
#include "report/words/native_replay.hpp"

namespace skein::session {

class WitnessTranslator {
 public:
  // `global` returns the linker's name of an object of the original, if it has one. REQUIRES: the
  // run is one of the ir machine.
  WitnessTranslator(const Run& original, std::function<std::string(ObjectId)> global,
                    NativeMachine& machine)
      : original_(original), global_(std::move(global)), machine_(machine) {}

  // Empty on success; else where and why it failed. REQUIRES: called once. May throw what the
  // machine's run throws.
  [[nodiscard]] std::optional<NativeReplay> translate();

  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

 private:
  enum class Taken : std::uint8_t { Same, NativeOnly, IrOnly, Neither };

  [[nodiscard]] std::uint32_t choice_of(const Step& s);
  [[nodiscard]] const Pending* next_of(AgentId agent);
  [[nodiscard]] Taken compare(const Step& wanted, const Pending& next) const;
  void take(AgentId agent, std::uint32_t choice);

  const Run& original_;
  std::function<std::string(ObjectId)> global_;
  NativeMachine& machine_;
  std::vector<Move> moves_;
  std::vector<Pending> pending_;  // after moves_
  bool is_current_ = false;       // pending_
  // The state of the original run. `waiting_`: the agents that wait for a condition variable, in
  // their order.
  AgentPaths paths_;
  ir::NativeSteps native_steps_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> waiting_;
  // Native agents by path; the path of the agent created last, if it has not been seen yet.
  std::map<std::string, AgentId> agents_;
  std::string unborn_;
};

}  // namespace skein::session
