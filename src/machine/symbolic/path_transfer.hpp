// SPDX-License-Identifier: Apache-2.0
// What one instruction does to a path.
//
// As in machine/abstract, an instruction whose operands are known is executed by the ir machine
// itself; the others are computed as terms. A branch on an unknown condition makes two paths, and a
// pointer with several values is followed to all of them (path_access.cpp). What is visible is the
// same as for the abstract machine: locks, atomic accesses, accesses to watched cells.
//
// Every step over-approximates: whatever the machine can do for some inputs that take the path, one
// of the resulting paths does. What cannot be followed throws NotFollowed, and is never ignored.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/footprint.hpp"
#include "machine/symbolic/feasibility.hpp"
#include "machine/symbolic/path.hpp"
#include "machine/symbolic/path_access.hpp"
#include "machine/symbolic/path_calls.hpp"
#include "machine/symbolic/path_registers.hpp"

namespace skein::symbolic {

class PathTransfer {
 public:
  PathTransfer(ir::Context& context, ir::Footprints& footprints, Terms& terms,
               Feasibility& feasibility, const World& world)
      : context_(context),
        footprints_(footprints),
        terms_(terms),
        feasibility_(feasibility),
        registers_(context, terms, feasibility),
        memory_(context, terms, feasibility, world, registers_),
        calls_(context, footprints, terms, feasibility, world, registers_, memory_) {}

  PathTransfer(const PathTransfer&) = delete;  // its parts refer to each other
  PathTransfer& operator=(const PathTransfer&) = delete;

  // Executes one instruction of local code. If it has several outcomes, `p` becomes one of them and
  // the others are added to `more`: paths that have ended with a fault, or go on. REQUIRES: the
  // agent's thread runs.
  [[nodiscard]] Flow step(Path& p, AgentId agent, std::vector<Path>& more);

  // The visible operation that the agent is at, in all its outcomes (operations.cpp). None if it
  // has to wait.
  void operate(Path p, AgentId agent, std::vector<Path>& after);
  [[nodiscard]] bool is_enabled(Path& p, AgentId agent);
  [[nodiscard]] Transition next_operation(Path& p, AgentId agent);
  // The accesses of the next operation. REQUIRES: the agent waits at it, so that its pointers are
  // known.
  [[nodiscard]] std::vector<MemoryAccess> accesses(const Path& p, AgentId agent) const {
    return footprints_.accesses(p.threads.at(agent).thread, ir::Copies::Whole);
  }
  // Where each variable that stands for an input was asked for.
  [[nodiscard]] const std::map<TermId, abstract::InputSplits::Place>& asked() const {
    return calls_.asked();
  }

 private:
  [[nodiscard]] Flow execute(Path& p, std::vector<Path>& more);
  void follow(Path& p, std::uint32_t edge);
  [[nodiscard]] Flow branch(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow switch_to(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow arithmetic(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow call(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow leave(Path& p, const ir::Instruction& in);
  // A lock, a creation, a join (operations.cpp).
  void execute_effect(Path& p, const ir::Instruction& in, const Transition& what,
                      std::uint32_t choice);

  ir::Context& context_;
  ir::Footprints& footprints_;
  Terms& terms_;
  Feasibility& feasibility_;
  PathRegisters registers_;
  PathMemory memory_;
  PathCalls calls_;
};

}  // namespace skein::symbolic
