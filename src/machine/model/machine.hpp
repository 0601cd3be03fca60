// SPDX-License-Identifier: Apache-2.0
// The model machine: runs a model program under a plan.
//
// The program is data, the state is one flat block, and nothing of the operating system is
// involved: a step costs some tens of nanoseconds. It is what explorers are tested and measured
// with, what the papers' figures are written for, and the reference for what each operation means.
//
// A step executes the pending operation of one agent (operations.cpp) and then its local code up to
// the next visible instruction (interpreter.cpp), where the next operation is prepared: its objects
// are computed and misuse is noticed. So misuse that an agent's own history decides (unlocking what
// it does not hold) is found *before* the operation and belongs to the step before.
//
// Runs mostly begin as the run before did. The machine keeps copies of the state along the way
// (snapshots.hpp) and begins where the plans part; Run::shared_prefix says how much was kept.
//
// Agents are named by creator and ordinal, and the names numbered as they appear; the numbers hold
// for the machine's lifetime. So do those of lives, and of the turns of a fifo handler: message
// number k of such a handler begins on the object "turn k", which the end of number k-1 opens.
// That says in the terms of the table that messages begin in the order of their posts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scheduler.hpp"
#include "machine/machine.hpp"
#include "machine/model/program.hpp"
#include "machine/model/snapshots.hpp"
#include "machine/model/state.hpp"
#include "machine/teller.hpp"

namespace skein {

struct ModelMachineOptions {
  bool snapshots = true;              // off: every run starts at the beginning
  std::uint32_t max_steps = 1000000;  // of a run without another bound; then End::Cut
};

class ModelMachine final : public Machine, public Teller, public Names {
 public:
  using Options = ModelMachineOptions;

  explicit ModelMachine(ModelProgram program, Options options = {});

  const Run& run(const Plan& plan) override;

  [[nodiscard]] ToldRun tell(const Plan& plan) override;
  [[nodiscard]] Place place_of(SiteId site) override;

  [[nodiscard]] std::string agent_name(AgentId agent) const override;
  [[nodiscard]] std::string object_name(ObjectId object) const override;
  [[nodiscard]] std::string site_text(SiteId site) const override;
  [[nodiscard]] SourceLine site_line(SiteId site) const override;
  [[nodiscard]] const Names& names() const override { return *this; }

  [[nodiscard]] const ModelProgram& program() const { return program_; }

  // Everything that can matter to the rest of a run, after the last one: variables, locks, sleepers
  // in order, and by agent where it stands, its registers, how it ended. No positions of steps, so
  // two runs that differ in the order of independent steps only have the same.
  [[nodiscard]] std::string final_state() const;

 private:
  // What is known of an agent for the machine's lifetime.
  struct AgentName {
    ObjectId life;
    std::vector<AgentId> children;  // by ordinal
    std::uint32_t body = 0;         // as last created
    std::array<std::int64_t, kMaxParameters> arguments{};
  };
  // An object that is not declared: a life, or a turn of a fifo handler.
  struct DynamicObject {
    bool is_life = true;
    std::uint32_t agent_or_handler = 0;
    std::uint32_t turn = 0;
  };

  // machine.cpp: the run.
  [[nodiscard]] std::size_t common_prefix(const Plan& plan) const;
  void go_back_to(std::size_t position);
  void save_initial_state();
  void step(AgentId agent, std::uint32_t choice, Step& step);
  void update_enabled(AgentId stepped);
  void finish(End end, BoundHit bound);
  [[nodiscard]] End end_of_run() const;

  // operations.cpp, sleeping.cpp, agents.cpp: the effects of operations.
  void execute(std::uint32_t a, const Instruction& in, std::uint32_t choice, Step& step);
  void execute_agent_operation(std::uint32_t a, const Instruction& in, Step& step);
  void execute_lock(std::uint32_t a, const Instruction& in, Step& step);
  void execute_rwlock(std::uint32_t a, const Instruction& in, Step& step);
  void execute_sleep(std::uint32_t a, const Instruction& in, std::uint32_t choice, Step& step);
  void execute_semaphore(std::uint32_t a, const Instruction& in, Step& step);
  void execute_memory(std::uint32_t a, const Instruction& in, Step& step);
  void bear(std::uint32_t a, const Instruction& in, AgentId child);
  void fall_asleep(std::uint32_t a, std::uint32_t object);
  void wake(std::uint32_t a);
  void list_sleepers(std::uint32_t object);
  void touch(std::uint32_t object);
  void refresh(std::uint32_t a);
  [[nodiscard]] std::uint32_t signal_choices() const;
  [[nodiscard]] std::uint32_t wake_choices(std::uint32_t a, std::size_t& woken) const;

  // interpreter.cpp: local code, and the next operation.
  void run_local(std::uint32_t a);
  [[nodiscard]] bool prepare(std::uint32_t a, const Instruction& in);
  [[nodiscard]] bool prepare_agent_operation(std::uint32_t a, const Instruction& in, Pending& p);
  [[nodiscard]] bool takes_again(std::uint32_t a, const Instruction& in);
  [[nodiscard]] bool prepare_lock(std::uint32_t a, const Instruction& in, Pending& p);
  [[nodiscard]] bool resolve(std::uint32_t a, const Instruction& in, std::uint32_t& number);
  [[nodiscard]] bool resolve2(std::uint32_t a, const Instruction& in, std::uint32_t& number);
  [[nodiscard]] std::int64_t value(std::uint32_t a, Operand operand) const {
    return (operand >= 0 ? state_.registers(a) : constants_end_)[operand];
  }
  void set(std::uint32_t a, const Instruction& in, std::int64_t value) {
    if (in.dst >= 0) state_.registers(a)[in.dst] = value;
  }
  // Halts the agent, unless a snapshot only catches up with what is known.
  void violate(std::uint32_t a, SiteId site, ViolationFacts facts);
  void misuse(std::uint32_t a, const Instruction& in, ViolationCode code,
              std::vector<std::int64_t> values = {});
  void bad_index(std::uint32_t a, const Instruction& in, std::int64_t index, std::uint32_t base,
                 std::uint32_t size);
  [[nodiscard]] ViolationFacts explain(std::uint32_t a, const Instruction& assertion) const;
  // The declaration of a synchronisation object.
  [[nodiscard]] const SharedArray& array_of(std::uint32_t object) const;
  [[nodiscard]] bool is_fifo(std::uint32_t handler) const { return array_of(handler).is_fifo; }
  [[nodiscard]] std::size_t read_rank(std::uint32_t rwlock) const {
    const SharedArray& array = array_of(rwlock);
    return array.rank + (rwlock - array.base);
  }

  // names.cpp
  AgentId child_of(std::uint32_t a, std::uint32_t ordinal, SiteId site);
  ObjectId turn_object(std::uint32_t handler, std::uint32_t turn);
  [[nodiscard]] std::string plain_agent_name(AgentId agent) const;
  [[nodiscard]] std::string array_name(bool is_cell, std::uint32_t number) const;

  ModelProgram program_;
  Options options_;
  std::vector<std::int64_t> constants_;          // those of the program, in reverse
  const std::int64_t* constants_end_ = nullptr;  // so that constants_end_[operand] is the constant
  Scheduler scheduler_;
  State state_;
  Snapshots snapshots_;
  Run run_;
  std::vector<AgentName> agents_;
  std::vector<DynamicObject> dynamic_objects_;
  std::vector<std::vector<ObjectId>> turns_;  // by handler's number after the visible cells
  std::uint32_t position_ = 0;                // of the step being executed
  bool is_catching_up_ = false;               // repeating steps that run_ already has
  bool is_consistent_ = false;                // the last run was not stopped by an exception
  // The enabled agents' operations, sorted by agent: what the scheduler chooses from.
  std::vector<Pending> enabled_;
  std::size_t enabled_count_ = 0;
  bool is_enabled_stale_ = true;         // more than the stepping agent's own entry changed
  std::vector<std::uint32_t> sleepers_;  // for list_sleepers
};

}  // namespace skein
