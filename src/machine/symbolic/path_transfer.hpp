// SPDX-License-Identifier: Apache-2.0
// What one instruction does to a path.
//
// As in machine/abstract, an instruction whose operands are known is executed by the ir machine
// itself; the others are computed as terms. A branch on an unknown condition makes two paths, and a
// pointer with several values is followed to all of them (path_access.cpp). What is visible is the
// same as for the abstract machine: locks, atomic accesses, accesses to watched cells.
//
// Every step over-approximates: what the machine can do for some inputs that take the path, one of
// the paths afterwards does. What is not followed ends with NotFollowed and never silently.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "machine/abstract/input_splits.hpp"
#include "machine/ir/builtins.hpp"
#include "machine/ir/context.hpp"
#include "machine/ir/footprint.hpp"
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
};

enum class Flow : std::uint8_t {
  Goes,      // on with the next instruction
  Ends,      // the thread has stopped, or failed
  Vanishes,  // the path cannot be taken, or was split into others
  Waits,     // before an operation that others can see
};

class Transfer {
 public:
  Transfer(ir::Context& context, ir::Footprints& footprints, Terms& terms, Feasibility& feasibility,
           const World& world)
      : context_(context),
        footprints_(footprints),
        terms_(terms),
        feasibility_(feasibility),
        world_(world) {}

  // One instruction of local code. Paths that come into being beside `p` are added to `more`: they
  // have ended with a fault, or go on. REQUIRES: the agent's thread runs.
  [[nodiscard]] Flow step(Path& p, AgentId agent, std::vector<Path>& more);

  // The visible operation that the agent is at, in all its outcomes (operations.cpp). None if it
  // has to wait.
  void operate(Path p, AgentId agent, std::vector<Path>& after);
  [[nodiscard]] bool is_enabled(Path& p, AgentId agent);
  [[nodiscard]] Transition next_operation(Path& p, AgentId agent);
  // Those of that operation. REQUIRES: the agent waits at it, so that its pointers are known.
  [[nodiscard]] std::vector<MemoryAccess> accesses(const Path& p, AgentId agent) const {
    return footprints_.accesses(p.threads.at(agent).thread);
  }

  // Where each variable that stands for an input was asked for.
  [[nodiscard]] const std::map<TermId, abstract::InputSplits::Place>& asked() const {
    return asked_;
  }

  static void fit_frames(ThreadState& t);
  void set_slot(ThreadState& t, std::size_t slot, TermId value);

 private:
  // A value with the condition under which a term has it.
  struct Target {
    std::uint64_t pointer = 0;
    TermId condition;
  };
  static constexpr std::size_t kMostSplits = 64;

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
  // Sets the result, and goes on.
  [[nodiscard]] Flow give(Path& p, const ir::Instruction& in, TermId result);

  [[nodiscard]] Flow execute(Path& p, std::vector<Path>& more);
  [[nodiscard]] Flow step_machine(Path& p, const ir::Instruction& in);
  void follow(Path& p, std::uint32_t edge);
  [[nodiscard]] Flow branch(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow switch_to(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow arithmetic(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] TermId overflow_of(const ir::Instruction& in, TermId a, TermId b, TermId result);
  [[nodiscard]] Flow call(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow leave(Path& p, const ir::Instruction& in);
  [[nodiscard]] std::vector<TermId> unknown_arguments(Path& p, const ir::Instruction& in);
  [[nodiscard]] std::vector<TermId> unknown_results(Path& p, const ir::Instruction& in);
  void take_results(Path& p, const std::vector<TermId>& results);
  // One path for each value of the operand, in which it is known.
  [[nodiscard]] Flow split(Path& p, ir::Operand operand, std::vector<Path>& more);
  // The path under this condition ends here; `p` goes on without it. False: `p` cannot go on.
  [[nodiscard]] bool fail_if(Path& p, TermId condition, ViolationFacts facts,
                             std::vector<Path>& more);
  [[nodiscard]] Flow fail(Path& p, ViolationFacts facts) const;

  // ---- path_access.cpp
  [[nodiscard]] Flow access(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] std::vector<Target> targets(Path& p, ir::Operand pointer, std::uint64_t bytes,
                                            bool is_write, std::vector<Path>& more);
  // The pointers of a term that lead into one block without an error.
  void add_targets(Path& p, TermId pointer, std::uint64_t lo, std::uint64_t hi, std::uint64_t bytes,
                   std::vector<Target>& found);
  [[nodiscard]] bool is_visible(const ir::Instruction& in, const std::vector<Target>& places);
  [[nodiscard]] Flow split(Path& p, ir::Operand pointer, const std::vector<Target>& places,
                           std::vector<Path>& more);
  [[nodiscard]] Flow access_one(Path& p, const ir::Instruction& in, std::uint64_t pointer);
  [[nodiscard]] Flow access_several(Path& p, const ir::Instruction& in,
                                    const std::vector<Target>& places, std::vector<Path>& more);
  [[nodiscard]] bool is_plain(Path& p, std::uint64_t pointer, std::uint64_t bytes);
  // The value to store, and the results.
  [[nodiscard]] TermId stored(Path& p, const ir::Instruction& in, TermId old);
  [[nodiscard]] ir::MaybeMisuse read(Path& p, std::uint64_t pointer, std::span<Byte> to);
  [[nodiscard]] ir::MaybeMisuse write(Path& p, std::uint64_t pointer, std::span<const Byte> from);
  [[nodiscard]] UnknownBytes* private_bytes(ThreadState& t, std::uint64_t pointer,
                                            std::uint32_t& offset) const;
  [[nodiscard]] SharedCell& cell(Path& p, ObjectId object);
  [[nodiscard]] bool touches_watched(std::uint64_t pointer, std::uint64_t bytes);

  // ---- path_calls.cpp
  [[nodiscard]] Flow builtin(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow input(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow local_builtin(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow known_builtin(Path& p, const ir::Instruction& in);
  [[nodiscard]] Flow with_overflow(Path& p, const ir::Instruction& in);
  [[nodiscard]] TermId bit_trick(Path& p, const ir::Instruction& in);
  [[nodiscard]] Flow copy(Path& p, const ir::Instruction& in, std::vector<Path>& more);
  [[nodiscard]] Flow shared_step(Path& p, const ir::Instruction& in);
  [[nodiscard]] static bool has_unknown_bytes(const ThreadState& t);

  // ---- operations.cpp
  void execute_effect(Path& p, const ir::Instruction& in, const Transition& what,
                      std::uint32_t choice);
  [[nodiscard]] std::vector<ValueId> values_of(Path& p, const Transition& what);
  // Executed as local code is, though others can see it.
  [[nodiscard]] static bool is_memory_operation(const ir::Instruction& in);

  ir::Context& context_;
  ir::Footprints& footprints_;
  Terms& terms_;
  Feasibility& feasibility_;
  const World& world_;
  std::map<TermId, abstract::InputSplits::Place> asked_;
  AgentId agent_;              // whose instruction is executed
  bool is_operating_ = false;  // it is the visible operation
};

}  // namespace skein::symbolic
