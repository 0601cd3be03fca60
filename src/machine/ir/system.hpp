// SPDX-License-Identifier: Apache-2.0
// The ir machine: LLVM bitcode as a machine with states (core/states.hpp).
//
// A step is one visible operation (an access to memory that others can reach, a lock, a creation, a
// choice) and the local code after it, up to the next visible one. Both are a function of the
// thread's local state and of the objects touched.
//
// This class only implements the contract. footprint.hpp finds what a step touches, effects/ and
// sections.hpp execute it, and interpreter.hpp executes the local code after it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/ir_names.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/program/options.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/ir/steps/footprint.hpp"
#include "machine/ir/steps/outcome_table.hpp"
#include "machine/ir/steps/section_lock.hpp"
#include "machine/ir/steps/sections.hpp"
#include "machine/source_details.hpp"

namespace skein::ir {

class IrSystem final : public StateSystem {
 public:
  IrSystem(Program program, SystemOptions options);

  [[nodiscard]] ValueId initial_local() override;
  [[nodiscard]] ValueId initial_value(ObjectId x) override {
    return context_.memory.initial_value(x);
  }
  [[nodiscard]] const Transition* transition(ValueId local) override;
  [[nodiscard]] bool is_assumed_away(ValueId local) const override;
  // The exit status in a local state in which the thread has ended the program.
  [[nodiscard]] std::optional<int> exit_status(ValueId local) const;
  [[nodiscard]] std::uint32_t choices(ValueId local, std::span<const ValueId> values) override;
  [[nodiscard]] const Outcome& execute(ValueId local, std::span<const ValueId> values,
                                       std::uint32_t choice) override;
  // The bounds of the unknown input that the next step asks for, if it asks for one.
  [[nodiscard]] std::optional<InputRange> input_bounds(ValueId local);
  [[nodiscard]] std::vector<MemoryAccess> accesses(ValueId local) override;
  [[nodiscard]] bool has_learnt() const override { return section_lock_.has_learnt(); }
  void begin_again() override;
  [[nodiscard]] bool is_in_section(ValueId local) const override;
  // Whether the thread is about to begin an atomic section.
  [[nodiscard]] bool is_at_section(ValueId local) const;

  [[nodiscard]] std::optional<LockState> lock_state(ValueId value) const override {
    return lock_state_of(context_.memory.cells()[value]);
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
  // The place of a site: file, line and function, with the text of the line.
  [[nodiscard]] Place place_of(SiteId site) { return names_.place(site); }
  [[nodiscard]] Stack stack_of(ValueId local);
  [[nodiscard]] std::string memory_name(std::uint64_t address) { return names_.memory(address); }
  [[nodiscard]] Whole memory_whole(std::uint64_t address) const { return names_.whole(address); }
  [[nodiscard]] std::string linker_name(ObjectId object) const {
    return names_.linker_name(object);
  }

  // For stale_names.hpp. If the next step of a thread in this local state makes a block, or chooses
  // its name: the possible names, and an object in each.
  struct Made {
    BlockId block;
    ObjectId object;
  };
  [[nodiscard]] std::vector<Made> names_for(ValueId local);
  // Whether a thread in this local state, or an object with this value, has a pointer to the block.
  [[nodiscard]] bool thread_points_to(ValueId local, BlockId block) const;
  [[nodiscard]] bool object_points_to(ValueId value, BlockId block) const;

 private:
  void execute_step(Thread& t, const Transition& transition, std::span<const ValueId> values,
                    std::uint32_t choice, Outcome& outcome);

  Context context_;
  SectionLock section_lock_;
  Sections sections_;
  Footprints footprints_;
  ir::IrNames names_;
  std::deque<std::optional<Transition>> transitions_;  // by local state
  OutcomeTable<std::uint32_t> choices_;
  OutcomeTable<Outcome> outcomes_;
};

}  // namespace skein::ir
