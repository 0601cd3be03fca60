// SPDX-License-Identifier: Apache-2.0
// What the ir machine executes: instructions whose operands are known, operations on locks and
// lives, allocation, and both ends of atomic sections. The machine has no unknown values, so the
// abstract state sets them aside before the instruction and restores them after it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/abstract/local/access.hpp"
#include "machine/abstract/local/block_reuse.hpp"
#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/local/shared_cells.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/footprint.hpp"

namespace skein::abstract {

class MachineOperations {
 public:
  MachineOperations(ir::Context& context, ir::Footprints& footprints, Numbers& numbers,
                    StateLattice& lattice, Registers& registers, SharedCells& shared,
                    Accesses& accesses, BlockReuse& blocks)
      : context_(context),
        footprints_(footprints),
        numbers_(numbers),
        lattice_(lattice),
        registers_(registers),
        shared_(shared),
        accesses_(accesses),
        blocks_(blocks) {}

  // Local code. REQUIRES: the operands are known.
  [[nodiscard]] Flow step_machine(State& s, const ir::Instruction& in);

  // Executes an operation on locks or lives by the machine. `values` are those of the touched
  // cells, in their order; what is unknown about them and not overwritten stays as it was.
  void operate(State& s, const ir::Instruction& in, const Transition& what,
               std::span<const ValueId> values, std::uint32_t choice, Outcome& outcome);
  // Finishes it, once the cells are written: what it has written to private memory replaces what
  // was unknown there; and a thread's result may be unknown.
  void finish_operation(State& s, const ir::Instruction& in, Segment& segment);

  // An operation on memory that the ir machine calls visible and that is local here, with known
  // operands.
  [[nodiscard]] Flow shared_step(State& s, const ir::Instruction& in, Segment& segment);

  [[nodiscard]] Flow section_boundary(State& s, const ir::Instruction& in, const Segment& segment);
  // A lock in an atomic section.
  [[nodiscard]] Flow section_operation(State& s, const ir::Instruction& in, Segment& segment,
                                       std::vector<State>& more);

 private:
  void move_unknowns(const Transition& what, const std::vector<ValueId>& before,
                     std::vector<ValueId>& after);

  ir::Context& context_;
  ir::Footprints& footprints_;
  Numbers& numbers_;
  StateLattice& lattice_;
  Registers& registers_;
  SharedCells& shared_;
  Accesses& accesses_;
  BlockReuse& blocks_;
};

}  // namespace skein::abstract
