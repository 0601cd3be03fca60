// SPDX-License-Identifier: Apache-2.0
// The transformers of local code [THESIS Def.26]: what one instruction does to an abstract state.
//
// An instruction whose operands are known is executed by the ir machine itself
// (machine_operations.hpp). The others are computed on numbers; where that is not possible, the
// state is split into one for each value of an operand. A branch on an unknown condition makes two
// states, and what the condition says is learnt (refiner.hpp).
//
// This class has the flow of control; the other instructions are in the classes it is made of.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/abstract/local/access.hpp"
#include "machine/abstract/local/block_reuse.hpp"
#include "machine/abstract/local/builtin_calls.hpp"
#include "machine/abstract/local/ghost_cells.hpp"
#include "machine/abstract/local/machine_operations.hpp"
#include "machine/abstract/local/refiner.hpp"
#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/local/shared_cells.hpp"
#include "machine/abstract/local/targets.hpp"
#include "machine/abstract/local/unknown_sizes.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/footprint.hpp"

namespace skein::abstract {

class Transfer {
 public:
  Transfer(ir::Context& context, ir::Footprints& footprints, Numbers& numbers,
           StateLattice& lattice, const std::vector<FunctionFacts>& facts,
           const ProveOptions& options)
      : context_(context),
        numbers_(numbers),
        lattice_(lattice),
        facts_(facts),
        options_(options),
        registers_(context, numbers, facts),
        search_(context, options.most_places),
        ghosts_(context, numbers, lattice, facts, options),
        shared_(context, lattice, search_, ghosts_, facts, options),
        refiner_(context, numbers, lattice, facts, registers_),
        blocks_(context, footprints, numbers, lattice, shared_, options),
        sizes_(context, numbers, lattice, registers_, shared_, blocks_, facts, options),
        accesses_(context, numbers, lattice, registers_, shared_, refiner_, search_, sizes_, facts),
        machine_(context, footprints, numbers, lattice, registers_, shared_, accesses_, blocks_),
        builtins_(context, numbers, registers_, shared_, refiner_, accesses_, machine_, sizes_,
                  options) {}

  Transfer(const Transfer&) = delete;  // its parts refer to each other
  Transfer& operator=(const Transfer&) = delete;

  // Executes one instruction. If it has several outcomes, `s` becomes one of them and the others
  // are added to `more`: states that have ended with a fault, or go on. REQUIRES: the thread runs.
  [[nodiscard]] Flow step(State& s, Segment& segment, std::vector<State>& more);

  // What it is made of, for steps of the machine (steps.hpp).
  [[nodiscard]] Registers& registers() { return registers_; }
  [[nodiscard]] GhostCells& ghosts() { return ghosts_; }
  [[nodiscard]] SharedCells& shared() { return shared_; }
  [[nodiscard]] const SharedCells& shared() const { return shared_; }
  [[nodiscard]] TargetSearch& search() { return search_; }
  [[nodiscard]] const TargetSearch& search() const { return search_; }
  [[nodiscard]] UnknownSizes& sizes() { return sizes_; }
  [[nodiscard]] const UnknownSizes& sizes() const { return sizes_; }
  [[nodiscard]] const BlockReuse& blocks() const { return blocks_; }
  [[nodiscard]] MachineOperations& machine() { return machine_; }

 private:
  void follow(State& s, std::uint32_t edge);
  void relate_phi(State& s, const ir::Edge& to, const ir::Copy& phi, bool leads_back);
  void relate_choice(State& s, std::size_t slot);
  [[nodiscard]] Flow branch(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow switch_to(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow select(State& s, const ir::Instruction& in);
  [[nodiscard]] Flow arithmetic(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] bool is_counted_with(const State& s, ir::Operand operand) const;
  void relate_sum(State& s, const ir::Instruction& in);
  void relate_remainder(State& s, const ir::Instruction& in);
  [[nodiscard]] Flow call(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow leave(State& s, const ir::Instruction& in);

  ir::Context& context_;
  Numbers& numbers_;
  StateLattice& lattice_;
  const std::vector<FunctionFacts>& facts_;
  const ProveOptions& options_;
  Registers registers_;
  TargetSearch search_;
  GhostCells ghosts_;
  SharedCells shared_;
  Refiner refiner_;
  BlockReuse blocks_;
  UnknownSizes sizes_;
  Accesses accesses_;
  MachineOperations machine_;
  BuiltinCalls builtins_;
};

}  // namespace skein::abstract
