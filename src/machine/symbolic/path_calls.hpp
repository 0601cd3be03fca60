// SPDX-License-Identifier: Apache-2.0
// Calls of builtins by paths: inputs, arithmetic, blocks of memory, copies.
//
// Builtins are followed by name: one that is not listed here is not followed, so that a new one is
// never taken for something that it is not.
#pragma once

#include <map>
#include <vector>

#include "machine/abstract/state/input_splits.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/program/builtins.hpp"
#include "machine/ir/steps/footprint.hpp"
#include "machine/symbolic/feasibility.hpp"
#include "machine/symbolic/path.hpp"
#include "machine/symbolic/path_access.hpp"
#include "machine/symbolic/path_registers.hpp"

namespace skein::symbolic {

class PathCalls {
 public:
  PathCalls(ir::Context& context, ir::Footprints& footprints, Terms& terms,
            Feasibility& feasibility, const World& world, PathRegisters& registers,
            PathMemory& memory)
      : context_(context),
        footprints_(footprints),
        terms_(terms),
        feasibility_(feasibility),
        world_(world),
        registers_(registers),
        memory_(memory) {}

  [[nodiscard]] Flow call(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  // Allocation, and the end of a function's own blocks, by the machine.
  [[nodiscard]] Flow shared_step(Path& p, const ir::Instruction& in);
  // Where each variable that stands for an input was asked for.
  [[nodiscard]] const std::map<TermId, abstract::InputSplits::Place>& asked() const {
    return asked_;
  }

 private:
  [[nodiscard]] Flow input(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow local_builtin(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow known_builtin(Path& p, const ir::Instruction& in);
  [[nodiscard]] Flow with_overflow(Path& p, const ir::Instruction& in);
  [[nodiscard]] TermId bit_trick(Path& p, const ir::Instruction& in);
  [[nodiscard]] Flow copy(Path& p, const ir::Instruction& in, std::vector<Path>& more);

  ir::Context& context_;
  ir::Footprints& footprints_;
  Terms& terms_;
  Feasibility& feasibility_;
  const World& world_;
  PathRegisters& registers_;
  PathMemory& memory_;
  std::map<TermId, abstract::InputSplits::Place> asked_;
};

[[nodiscard]] bool has_unknown_bytes(const ThreadState& t);

// Whether the instruction is executed as local code is, though other threads can see it.
[[nodiscard]] bool is_memory_operation(const ir::Instruction& in);

// The condition that the signed arithmetic of an instruction overflows.
[[nodiscard]] TermId overflow_of(Terms& terms, const ir::Instruction& in, TermId a, TermId b,
                                 TermId result);

}  // namespace skein::symbolic
