// SPDX-License-Identifier: Apache-2.0
// The model machine: runs a model program under a plan.
//
// The program is data, the state is one flat block, and the operating system is not involved: a
// step costs some tens of nanoseconds. Explorers are tested and measured with this machine, the
// papers' tables are reproduced on it, and it is the reference for the meaning of each operation.
//
// A step executes the pending operation of one agent (model_operations.cpp) and then its local code
// up to the next visible instruction (local_code.cpp), where the next operation is prepared: its
// objects are computed and misuse is noticed. So misuse that an agent's own history decides
// (unlocking a mutex that it does not hold) is found *before* the operation and belongs to the step
// before.
//
// Most runs begin like the run before. The machine keeps copies of the state along the way
// (snapshots.hpp) and starts where the plans diverge; Run::shared_prefix says how much was kept.
//
// Agents are named by creator and ordinal, and the names are numbered as they appear
// (model_names.hpp); the numbers hold for the machine's lifetime. The same is true of lives, and of
// the turns of a fifo handler: message number k of such a handler begins on the object "turn k",
// which the end of message k-1 opens. In terms of THE TABLE, messages begin in the order of their
// posts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/scheduler.hpp"
#include "machine/detailed_run.hpp"
#include "machine/machine.hpp"
#include "machine/model/enabled_operations.hpp"
#include "machine/model/language/model_program.hpp"
#include "machine/model/model_names.hpp"
#include "machine/model/model_state.hpp"
#include "machine/model/snapshots.hpp"

namespace skein {

struct ModelMachineOptions {
  bool snapshots = true;              // false: every run starts at the beginning
  std::uint32_t max_steps = 1000000;  // bound for runs without another one; then End::Cut
  bool reduces_by_outcome = true;     // idle operations only look (core/outcome.hpp)
};

class ModelMachine final : public Machine, public DetailedRunner, public Names {
 public:
  using Options = ModelMachineOptions;

  explicit ModelMachine(ModelProgram program, Options options = {});

  const Run& run(const Plan& plan) override;

  // For tests, which compare both settings: changes the option from the next run on. Agents and
  // objects keep their numbers.
  void set_reduces_by_outcome(bool reduces_by_outcome) {
    options_.reduces_by_outcome = reduces_by_outcome;
    is_consistent_ = false;
  }

  [[nodiscard]] DetailedRun run_detailed(const Plan& plan) override;
  [[nodiscard]] Place place_of(SiteId site) override;

  [[nodiscard]] std::string agent_name(AgentId agent) const override {
    return names_.agent_name(agent);
  }
  [[nodiscard]] std::string object_name(ObjectId object) const override {
    return names_.object_name(object);
  }
  [[nodiscard]] std::string site_text(SiteId site) const override { return names_.site_text(site); }
  [[nodiscard]] SourceLine site_line(SiteId site) const override { return names_.site_line(site); }
  [[nodiscard]] const Names& names() const override { return *this; }

  [[nodiscard]] const ModelProgram& program() const { return program_; }

  // The complete state after the last run, as far as it could matter to a continuation: variables,
  // locks, sleepers in order, and for each agent its place in the code, its registers and how it
  // ended. It contains no positions of steps, so two runs that differ only in the order of
  // independent steps have the same final state.
  [[nodiscard]] std::string final_state() const;

 private:
  friend class ModelOutcomes;

  // model_machine.cpp: the run.
  [[nodiscard]] std::size_t common_prefix(const Plan& plan) const;
  void go_back_to(std::size_t position);
  void save_initial_state();
  void step(AgentId agent, std::uint32_t choice, Step& step);
  void finish(End end, BoundHit bound);

  // model_operations.cpp, sleeping.cpp, agents.cpp: the effects of operations.
  void execute(AgentId a, const Instruction& in, std::uint32_t choice, Step& step);
  void execute_agent_operation(AgentId a, const Instruction& in, Step& step);
  void execute_post(AgentId a, const Instruction& in, Step& step);
  void execute_lock(AgentId a, const Instruction& in, Step& step);
  void execute_rwlock(AgentId a, const Instruction& in, Step& step);
  void execute_condition(AgentId a, const Instruction& in, std::uint32_t choice, Step& step);
  void execute_barrier(AgentId a, const Instruction& in, std::uint32_t choice, Step& step);
  void execute_futex(AgentId a, const Instruction& in, std::uint32_t choice, Step& step);
  void execute_semaphore(AgentId a, const Instruction& in, Step& step);
  void execute_memory(AgentId a, const Instruction& in, Step& step);
  AgentId create_child(AgentId a, const Instruction& in);
  void fall_asleep(AgentId a, ObjectId object);
  void wake(AgentId a);
  void touch(ObjectId object);
  void refresh(AgentId a);
  [[nodiscard]] std::uint32_t wake_choices(AgentId a, std::size_t& woken) const;

  // local_code.cpp: local code, and the next operation.
  void run_local(AgentId a);
  [[nodiscard]] bool prepare(AgentId a, const Instruction& in);
  [[nodiscard]] bool prepare_agent_operation(AgentId a, const Instruction& in, Pending& p);
  [[nodiscard]] bool takes_again(AgentId a, const Instruction& in);
  [[nodiscard]] bool prepare_lock(AgentId a, const Instruction& in, Pending& p);
  [[nodiscard]] bool prepare_sleep(AgentId a, const Instruction& in, Pending& p);
  // Computes the number of the element; false if it does not exist, which is a violation.
  [[nodiscard]] bool resolve(AgentId a, const Instruction& in, const Element& element,
                             std::uint32_t& number);
  [[nodiscard]] std::int64_t value(AgentId a, Operand operand) const {
    return (operand >= 0 ? state_.registers(a) : constants_end_)[operand];
  }
  void set(AgentId a, const Instruction& in, std::int64_t value) {
    if (in.dst >= 0) state_.registers(a)[in.dst] = value;
  }
  // Halts the agent. Repeated steps add no violation to the run.
  void violate(AgentId a, SiteId site, ViolationFacts facts);
  void misuse(AgentId a, const Instruction& in, ViolationCode code,
              std::vector<std::int64_t> values = {});
  void bad_index(AgentId a, const Instruction& in, std::int64_t index, const Element& element);
  [[nodiscard]] ViolationFacts explain(AgentId a, const Instruction& assertion) const;

  ModelProgram program_;
  Options options_;
  std::vector<std::int64_t> constants_;          // the program's constants, in reverse
  const std::int64_t* constants_end_ = nullptr;  // so that constants_end_[operand] is the constant
  Scheduler scheduler_;
  State state_;
  Snapshots snapshots_;
  Run run_;
  ModelNames names_;
  EnabledOperations enabled_;
  std::uint32_t position_ = 0;     // of the step being executed
  bool is_catching_up_ = false;    // repeating steps that run_ already has
  bool is_consistent_ = false;     // the last run was not stopped by an exception
  std::vector<AgentId> sleepers_;  // on the object of the current operation
};

}  // namespace skein
