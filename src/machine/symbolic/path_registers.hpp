// SPDX-License-Identifier: Apache-2.0
// Operands and slots of the thread whose instruction a path executes, its arguments and results,
// and what the ir machine executes by itself because all operands are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "machine/ir/local/context.hpp"
#include "machine/symbolic/feasibility.hpp"
#include "machine/symbolic/path.hpp"

namespace skein::symbolic {

// Memory that a path has not looked at yet, and which accesses are visible. It may change between
// two steps.
struct World {
  std::function<SharedCell(Path&, ObjectId)> cell_before;
  std::function<bool(ObjectId)> is_watched;
  // Whether the input that the thread asks for is a step of its own. Empty: none is.
  std::function<bool(const ir::Thread&)> is_divided;
  // Whether the thread is about to make a block of unknown size.
  std::function<bool(const ir::Thread&)> makes_unsized_block;
};

enum class Flow : std::uint8_t {
  Goes,      // on with the next instruction
  Ends,      // the thread has stopped, or failed
  Vanishes,  // the path cannot be taken, or was split into others
  Waits,     // before an operation that others can see
};

class PathRegisters {
 public:
  PathRegisters(ir::Context& context, Terms& terms, Feasibility& feasibility)
      : context_(context), terms_(terms), feasibility_(feasibility) {}

  // Whose instruction is executed, and whether it is the visible operation.
  void enter(AgentId agent) { agent_ = agent; }
  void set_operating(bool is_operating) { is_operating_ = is_operating; }
  [[nodiscard]] bool is_operating() const { return is_operating_; }

  [[nodiscard]] ThreadState& me(Path& p) const { return p.threads.at(agent_); }
  [[nodiscard]] const ir::Instruction& here(Path& p) const {
    return context_.control.here(me(p).thread);
  }
  [[nodiscard]] bool is_known(Path& p, ir::Operand operand) const {
    return operand < 0 || me(p).frames.back().slots[static_cast<std::size_t>(operand)].is_none();
  }
  [[nodiscard]] std::uint64_t known(Path& p, ir::Operand operand) const {
    return context_.control.get(me(p).thread.frames.back(), operand);
  }
  [[nodiscard]] TermId term(Path& p, ir::Operand operand);
  [[nodiscard]] ir::Operand argument(const ir::Instruction& in, std::uint32_t i) const {
    return context_.program.arguments[in.arguments + i];
  }
  void set_slot(ThreadState& t, std::size_t slot, TermId value);
  static void fit_frames(ThreadState& t);

  // Sets the result, and goes on.
  [[nodiscard]] Flow give(Path& p, const ir::Instruction& in, TermId result);
  [[nodiscard]] Flow step_machine(Path& p, const ir::Instruction& in);
  // One path for each value of the operand, in which it is known.
  [[nodiscard]] Flow split(Path& p, ir::Operand operand, std::vector<Path>& more);
  // The path under this condition ends here; `p` goes on without it. False: `p` cannot go on.
  [[nodiscard]] bool fail_if(Path& p, TermId condition, ViolationFacts facts,
                             std::vector<Path>& more);
  [[nodiscard]] Flow fail(Path& p, ViolationFacts facts) const;

  [[nodiscard]] std::vector<TermId> unknown_arguments(Path& p, const ir::Instruction& in);
  [[nodiscard]] std::vector<TermId> unknown_results(Path& p, const ir::Instruction& in);
  void take_results(Path& p, const std::vector<TermId>& results);

 private:
  static constexpr std::size_t kMostSplits = 64;

  ir::Context& context_;
  Terms& terms_;
  Feasibility& feasibility_;
  AgentId agent_;
  bool is_operating_ = false;
};

}  // namespace skein::symbolic
