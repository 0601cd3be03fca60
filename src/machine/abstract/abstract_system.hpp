// SPDX-License-Identifier: Apache-2.0
// The abstract machine: the analysis instance of a program with unknown inputs [THESIS Def.26] as a
// machine with states (core/states.hpp), so that its unfolding is built by src/prefix.
//
// A step is one visible operation (a lock, a creation, an atomic access) and the local code after
// it, on all its paths (local_analysis.hpp); its outcomes are the operations that can come next,
// and the faults. An atomic section is one operation. Locks and lives of threads are objects, as on
// the ir machine, whose functions execute them. Plain variables are carried along causality
// (carried.hpp). A variable is an object too once an atomic operation accesses it, a lock is in it,
// or accesses to it may race: it is watched from then on, and the unfolding is built again.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/carried.hpp"
#include "machine/abstract/known_values.hpp"
#include "machine/abstract/local_analysis.hpp"
#include "machine/abstract/locals.hpp"
#include "machine/abstract/numbers.hpp"
#include "machine/abstract/section_footprints.hpp"
#include "machine/abstract/state.hpp"
#include "machine/abstract/transfer.hpp"
#include "machine/ir/context.hpp"
#include "machine/ir/footprint.hpp"
#include "machine/ir/ir_names.hpp"
#include "machine/ir/section_lock.hpp"
#include "machine/ir/sections.hpp"

namespace skein::abstract {

class AbstractSystem final : public StateSystem {
 public:
  AbstractSystem(ir::Program program, ir::SystemOptions options, ProveOptions prove);

  [[nodiscard]] ValueId initial_local() override;
  [[nodiscard]] ValueId initial_value(ObjectId x) override {
    return context_.memory.initial_value(x);
  }
  [[nodiscard]] const Transition* transition(ValueId local) override;
  [[nodiscard]] bool is_assumed_away(ValueId local) const override {
    return !local.is_absent() && locals_.status(local) == ir::Status::Assumed;
  }
  [[nodiscard]] std::uint32_t choices(ValueId local, std::span<const ValueId> values) override;
  [[nodiscard]] bool is_enabled(ValueId local, std::span<const ValueId> values) override;
  [[nodiscard]] const Outcome& execute(ValueId local, std::span<const ValueId> values,
                                       std::uint32_t choice) override;

  [[nodiscard]] std::vector<MemoryAccess> accesses(ValueId local) override;
  [[nodiscard]] std::string memory_name(std::uint64_t address) { return names_.memory(address); }
  [[nodiscard]] Place place_of(SiteId site) { return names_.place(site); }

  [[nodiscard]] CarriedId join(std::span<const CarriedId> records) override {
    return carried_.join(records);
  }
  void enter(CarriedId record) override { now_ = record; }
  [[nodiscard]] std::span<const PlainAccess> plain_accesses(std::uint32_t segment) const override {
    return segments_[segment];
  }

  [[nodiscard]] bool has_order() const override { return true; }
  [[nodiscard]] std::uint64_t shape_of_local(ValueId local) override;
  [[nodiscard]] std::uint64_t shape_of_value(ValueId value) override;
  [[nodiscard]] bool local_covers(ValueId large, ValueId small) override {
    return locals_.covers(large, small);
  }
  [[nodiscard]] bool value_covers(ValueId large, ValueId small) override {
    return lattice_.covers(large, small);
  }
  [[nodiscard]] bool carried_covers(CarriedId large, CarriedId small) override;

  [[nodiscard]] std::uint32_t loop_place(ValueId local) override;
  [[nodiscard]] TurnId widen(TurnId before) override;
  [[nodiscard]] bool widen_sooner() override;

  [[nodiscard]] bool has_learnt() const override { return has_learnt_; }
  void begin_again() override;
  // Names of freed blocks that the code of a segment gave to others, and whether something may
  // point to a block. If a name may be mistaken, none is to be used again.
  [[nodiscard]] const std::vector<std::uint32_t>& reused(std::uint32_t segment) const {
    return reused_[segment];
  }
  [[nodiscard]] bool thread_points_to(ValueId local, std::uint32_t block) const;
  [[nodiscard]] bool object_points_to(ValueId value, std::uint32_t block) const {
    return transfer_.points_to(value, block);
  }
  [[nodiscard]] bool record_points_to(CarriedId record, std::uint32_t block) const;
  [[nodiscard]] bool reuses_names() const { return options_.reuses_names; }
  void stop_reusing_names() { options_.reuses_names = false; }
  // Whether some block so far had the name of an earlier one.
  [[nodiscard]] bool has_reused_names() const;

  // Makes the accesses to a cell visible. False if they were.
  bool watch(ObjectId object);
  // Whether the input that the thread asks for is an event of its own.
  [[nodiscard]] bool is_divided(const ir::Thread& t) const {
    return t.section_depth == 0 && options_.splits.level_at(t) > 0;
  }
  // Whether the thread is about to begin an atomic section.
  [[nodiscard]] bool is_at_section(ValueId local) const;

  // For symbolic execution (machine/symbolic), which goes on where this machine is not sure.
  [[nodiscard]] ir::Context& context() { return context_; }
  [[nodiscard]] ir::Footprints& footprints() { return footprints_; }
  [[nodiscard]] const Numbers& numbers() const { return numbers_; }
  [[nodiscard]] bool is_watched(ObjectId object) const { return transfer_.is_watched(object); }
  [[nodiscard]] State state_of(ValueId local) const { return locals_.unpack(local); }
  // A step in two halves: the states between its visible operation and the local code after it, and
  // those at the end. The memory before it is carried_value. REQUIRES: choices(local, values) > 0.
  struct Halves {
    std::vector<State> middle;
    std::vector<State> ends;
  };
  [[nodiscard]] Halves halves_of(ValueId local, std::span<const ValueId> values);
  // What a cell holds after the history that was entered.
  [[nodiscard]] ValueId carried_value(ObjectId object);

  [[nodiscard]] std::optional<LockState> lock_state(ValueId value) const override {
    return ir::lock_state_of(context_.memory.cells()[value]);
  }

  [[nodiscard]] std::string agent_name(AgentId agent) const override { return names_.agent(agent); }
  [[nodiscard]] std::string object_name(ObjectId object) const override {
    return names_.object(object);
  }
  [[nodiscard]] std::string site_text(SiteId site) const override {
    return ir::site_text(context_.program, site);
  }
  [[nodiscard]] SourceLine site_line(SiteId site) const override {
    return ir::site_line(context_.program, site);
  }

 private:
  // One way in which a step can end.
  struct Ending {
    ValueId local;
    std::vector<ValueId> values;
    ValueId born;
    std::vector<std::pair<ObjectId, ValueId>> written;
    std::optional<Fault> fault;
  };
  // What a step does, given what it read of carried memory.
  struct Result {
    std::vector<std::pair<ObjectId, ValueId>> reads;
    std::map<std::uint32_t, Fate> fates;
    std::vector<Ending> endings;
    std::uint32_t segment = 0;
  };
  // What an agent has written, up to one of its visits to a place.
  struct Turn {
    std::uint32_t count = 0;  // of visits
    ValueId local;
    ByObject<ValueId> written;  // carried or not: the last value of each cell
  };
  using StepKey = std::pair<ValueId, std::vector<ValueId>>;

  [[nodiscard]] Fate fate_of(std::uint32_t block, AgentId agent);
  [[nodiscard]] const Result& result_of(ValueId local, std::span<const ValueId> values);
  [[nodiscard]] Result analyse(ValueId local, std::span<const ValueId> values);
  // The visible operation alone.
  void execute_visible(State s, const Transition& transition, std::span<const ValueId> values,
                       std::uint32_t choice, Segment& segment, std::vector<State>& after,
                       ValueId& born);
  void execute_effect(State& s, const ir::Instruction& in, const Transition& transition,
                      std::span<const ValueId> values, std::uint32_t choice, Segment& segment,
                      ValueId& born);
  [[nodiscard]] Transition describe(const State& s);
  [[nodiscard]] std::optional<Fault> explained(const State& s, const Segment& segment);
  // The memory before a step, as it sees it. Refers to `what`.
  [[nodiscard]] Segment segment_of(const Transition& what, std::span<const ValueId> values);
  // In how many ways its visible operation can be executed.
  [[nodiscard]] std::uint32_t choices_of(const State& start, std::span<const ValueId> values);

  // ---- section_steps.cpp
  [[nodiscard]] bool is_at_section(const State& s) const;
  void describe_section(const State& s, Transition& what);
  [[nodiscard]] bool can_take_section(ValueId local, std::span<const ValueId> values);
  [[nodiscard]] std::vector<State> execute_section(State s, const Transition& what,
                                                   Segment& segment);

  ir::Context context_;
  ir::SectionLock section_lock_;
  ir::Sections sections_;
  ir::Footprints footprints_;
  ir::Names names_;
  ProveOptions options_;
  Numbers numbers_;
  StateLattice lattice_;
  Locals locals_;
  std::vector<FunctionFacts> facts_;
  Transfer transfer_;
  LocalAnalysis analysis_;
  CarriedMemory carried_;
  CarriedId now_ = kNothingCarried;
  std::deque<std::optional<Transition>> transitions_;  // by local state
  std::map<StepKey, std::vector<Result>> results_;
  SectionFootprints section_footprints_;
  std::map<StepKey, bool> section_can_be_taken_;
  std::vector<std::vector<PlainAccess>> segments_;
  std::vector<std::vector<std::uint32_t>> reused_;  // by segment
  std::set<ObjectId> carried_objects_;              // accessed by local code so far
  bool has_learnt_ = false;
  // The last execution.
  Outcome outcome_;
  const Transition* executed_ = nullptr;
  std::vector<ValueId> seen_;  // the values of the touched objects before
  ByObject<ValueId> written_;
  // Widening (turns.cpp).
  std::map<std::pair<LocalAnalysis::Place, LocalAnalysis::Partition>, std::uint32_t> places_;
  std::vector<std::uint32_t> place_of_local_;  // 0: not asked yet
  std::vector<Turn> turns_;
  std::uint32_t most_turns_ = 0;  // so far
};

}  // namespace skein::abstract
