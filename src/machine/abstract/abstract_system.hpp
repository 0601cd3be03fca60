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
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/local/analysis_instance.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/steps/history.hpp"
#include "machine/abstract/steps/initial_cells.hpp"
#include "machine/abstract/steps/loop_iterations.hpp"
#include "machine/abstract/steps/steps.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/ir_names.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/footprint.hpp"

namespace skein::abstract {

class AbstractSystem final : public StateSystem {
 public:
  AbstractSystem(ir::Program program, ir::SystemOptions options, ProveOptions prove);

  [[nodiscard]] ValueId initial_local() override;
  [[nodiscard]] ValueId initial_value(ObjectId x) override { return initial_.value(x); }
  [[nodiscard]] const Transition* transition(ValueId local) override {
    return steps_.transition(local);
  }
  [[nodiscard]] bool is_assumed_away(ValueId local) const override {
    return !local.is_absent() && instance_.locals.status(local) == ir::Status::Assumed;
  }
  [[nodiscard]] std::uint32_t choices(ValueId local, std::span<const ValueId> values) override;
  [[nodiscard]] bool is_enabled(ValueId local, std::span<const ValueId> values) override {
    return steps_.is_enabled(local, values);
  }
  [[nodiscard]] const Outcome& execute(ValueId local, std::span<const ValueId> values,
                                       std::uint32_t choice) override;

  [[nodiscard]] std::vector<MemoryAccess> accesses(ValueId local) override;
  [[nodiscard]] Whole memory_whole(std::uint64_t address) const {
    return instance_.names.whole(address);
  }
  [[nodiscard]] std::string memory_name(std::uint64_t address) {
    return instance_.names.memory(address);
  }
  // The bytes of a cell, if it is a part of a global variable, and stands for no others.
  [[nodiscard]] std::optional<ir::ByteRange> global_bytes(ObjectId object) const;
  [[nodiscard]] Place place_of(SiteId site) { return instance_.names.place(site); }

  [[nodiscard]] CarriedId join(std::span<const CarriedId> records) override {
    return history_.join(records);
  }
  void enter(CarriedId record) override { history_.enter(record); }
  [[nodiscard]] std::span<const PlainAccess> plain_accesses(std::uint32_t segment) const override {
    return steps_.plain_accesses(segment);
  }

  [[nodiscard]] bool has_order() const override { return true; }
  [[nodiscard]] std::uint64_t shape_of_local(ValueId local) override;
  [[nodiscard]] std::uint64_t shape_of_value(ValueId value) override;
  [[nodiscard]] bool local_covers(ValueId large, ValueId small) override {
    return instance_.locals.covers(large, small);
  }
  [[nodiscard]] bool value_covers(ValueId large, ValueId small) override {
    return instance_.lattice.covers(large, small);
  }
  [[nodiscard]] bool carried_covers(CarriedId large, CarriedId small) override {
    return history_.covers(large, small);
  }

  [[nodiscard]] std::uint32_t loop_place(ValueId local) override {
    return iterations_.loop_place(local);
  }
  [[nodiscard]] IterationId widen(IterationId before) override {
    return iterations_.widen(before, last_);
  }
  [[nodiscard]] bool widen_sooner() override { return iterations_.widen_sooner(); }

  [[nodiscard]] bool has_learnt() const override { return steps_.has_learnt(); }
  void begin_again() override;
  // Names of freed blocks that the code of a segment gave to others, and whether something may
  // point to a block. If a name may be mistaken, no name may be used again.
  [[nodiscard]] const std::vector<BlockId>& reused(std::uint32_t segment) const {
    return steps_.reused(segment);
  }
  [[nodiscard]] bool thread_points_to(ValueId local, BlockId block) const;
  [[nodiscard]] bool object_points_to(ValueId value, BlockId block) const {
    return instance_.transfer.blocks().points_to(value, block);
  }
  [[nodiscard]] bool record_points_to(CarriedId record, BlockId block) const;
  [[nodiscard]] bool reuses_names() const { return instance_.options.reuses_names; }
  void stop_reusing_names() { instance_.options.reuses_names = false; }
  // Whether some block so far had the name of an earlier one.
  [[nodiscard]] bool has_reused_names() const { return steps_.has_reused_names(); }

  // What the program may end with in this local state; none: it does not end.
  [[nodiscard]] NumberId exit_status(ValueId local) const { return steps_.exit_status(local); }

  // Makes the accesses to a cell visible. False if they were.
  bool watch(ObjectId object) { return steps_.watch(object); }
  // Whether the input that the thread asks for is an event of its own.
  [[nodiscard]] bool is_divided(const ir::Thread& t) const {
    return t.section_depth == 0 && instance_.options.splits.level_at(t) > 0;
  }
  // Whether the thread is about to begin an atomic section.
  [[nodiscard]] bool is_at_section(ValueId local) const { return steps_.is_at_section(local); }

  // For symbolic execution (machine/symbolic), which goes on where this machine is not sure.
  [[nodiscard]] ir::Context& context() { return instance_.context; }
  [[nodiscard]] ir::Footprints& footprints() { return instance_.footprints; }
  [[nodiscard]] const Numbers& numbers() const { return instance_.numbers; }
  [[nodiscard]] bool makes_unsized_block(const ir::Thread& t) const {
    return instance_.transfer.sizes().is_at_allocation(t);
  }
  [[nodiscard]] bool is_watched(ObjectId object) const {
    return instance_.transfer.shared().is_watched(object);
  }
  [[nodiscard]] State state_of(ValueId local) const { return instance_.locals.unpack(local); }
  // The memory before the step is carried_value. REQUIRES: choices(local, values) > 0.
  [[nodiscard]] Halves halves_of(ValueId local, std::span<const ValueId> values) {
    return steps_.halves_of(local, values);
  }
  // What a cell holds after the history that was entered.
  [[nodiscard]] ValueId carried_value(ObjectId object) const { return history_.value(object); }

  [[nodiscard]] std::optional<LockState> lock_state(ValueId value) const override {
    return ir::lock_state_of(instance_.context.memory.cells()[value]);
  }

  [[nodiscard]] std::string agent_name(AgentId agent) const override {
    return instance_.names.agent(agent);
  }
  [[nodiscard]] std::string object_name(ObjectId object) const override {
    return instance_.names.object(object);
  }
  [[nodiscard]] std::string site_text(SiteId site) const override {
    return ir::site_text(instance_.context.program, site);
  }
  [[nodiscard]] SourceLine site_line(SiteId site) const override {
    return ir::site_line(instance_.context.program, site);
  }

 private:
  AnalysisInstance instance_;
  InitialCells initial_;
  History history_;
  Steps steps_;
  LoopIterations iterations_;
  Execution last_;  // which `widen` may change
};

}  // namespace skein::abstract
