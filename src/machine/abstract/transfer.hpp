// SPDX-License-Identifier: Apache-2.0
// The transformers of local code [THESIS Def.26]: what one instruction does to an abstract state.
//
// An instruction whose operands are known is executed by the ir machine itself. The others are
// computed on numbers; where that is not possible, the state is split into one for each value of an
// operand. A branch on an unknown condition makes two states, and what the condition says is
// learnt: about its operands, the values they were computed from, and the shared cells these were
// loaded from.
//
// Plain accesses to shared memory are local: in a program without data races nothing else can come
// between them (docs/prove.md says why). Which cells they access is recorded, so that races are
// found; a cell that may race, or that atomic operations access, is watched, and its accesses are
// visible operations.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "machine/abstract/function_facts.hpp"
#include "machine/abstract/input_splits.hpp"
#include "machine/abstract/numbers.hpp"
#include "machine/abstract/section_footprints.hpp"
#include "machine/abstract/state.hpp"
#include "machine/ir/context.hpp"
#include "machine/ir/footprint.hpp"

namespace skein::abstract {

// What became of a block, as far as a history tells.
enum class Fate : std::uint8_t {
  Unused,   // no block had this name yet
  Alive,    // or freed by another thread
  Freed,    // by the thread itself
  Watched,  // its cells are objects: it is not known here
};

// What local code is executed in, and what it has done, on all its paths.
struct Segment {
  BaseMemory base;                          // shared memory before it
  std::function<Fate(std::uint32_t)> fate;  // of a block, before it
  std::map<std::uint32_t, Fate> fates;      // of blocks that were asked for
  std::set<std::uint32_t> reused;           // blocks that got the name of a freed one
  std::set<ObjectId> reads;                 // cells of it that were looked at
  std::set<PlainAccess> accesses;
  bool is_visible_step = false;  // watched cells may be accessed: the operation is the visible one
  SectionFootprint* section = nullptr;  // of the atomic section that is executed
  bool has_waited = false;              // some path of it ended before an operation that waits
};

struct ProveOptions {
  bool signed_overflow_is_a_bug = false;
  std::uint32_t widen_after = 200;     // turns of a loop
  std::uint32_t most_partitions = 16;  // states kept apart at one place
  std::uint32_t most_in_sections = 64;
  bool reuses_names = true;  // of freed blocks
  bool watches_all = false;  // every access to shared memory is an event
  // Visits of a thread to a place before visible operations are widened. widen_sooner lowers it.
  std::uint32_t widen_events_after = kNever;
  InputSplits splits;
  std::function<bool()> is_over;  // whether the budget is used up; empty: never

  static constexpr std::uint32_t kNever = 0xffffffffU;
};

// The budget was used up inside of local code.
class OutOfBudget : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "out of budget"; }
};

enum class Flow : std::uint8_t {
  Goes,      // on with the next instruction
  Ends,      // the thread has stopped, or failed
  Vanishes,  // no value is left, or the state was split into others
  Waits,     // before an operation that others can see, or after an atomic section
};

class Transfer {
 public:
  Transfer(ir::Context& context, ir::Footprints& footprints, Numbers& numbers,
           StateLattice& lattice, const std::vector<FunctionFacts>& facts,
           const ProveOptions& options)
      : context_(context),
        footprints_(footprints),
        numbers_(numbers),
        lattice_(lattice),
        facts_(facts),
        options_(options) {}

  // Executes one instruction. States that come into being beside `s` are added to `more`: they have
  // ended with a fault, or go on. REQUIRES: the thread runs.
  [[nodiscard]] Flow step(State& s, Segment& segment, std::vector<State>& more);

  // The value of an operand, and of a slot of the top frame after a visible operation.
  [[nodiscard]] NumberId number(const State& s, ir::Operand operand) {
    return number_in(s, s.frames.size() - 1, operand);
  }
  [[nodiscard]] NumberId number_in(const State& s, std::size_t frame, ir::Operand operand);
  [[nodiscard]] bool is_known(const State& s, ir::Operand operand) const {
    return operand < 0 || s.frames.back().slots[static_cast<std::size_t>(operand)].is_none();
  }
  void set_slot(State& s, std::size_t slot, NumberId number) {
    set_slot_in(s, s.frames.size() - 1, slot, number);
  }
  void set_slot_in(State& s, std::size_t frame, std::size_t slot, NumberId number);

  // What a cell holds in this state.
  [[nodiscard]] ValueId cell(const State& s, ObjectId object, Segment& segment) const;
  void write_cell(State& s, ObjectId object, ValueId value) const;

  // Executes an operation on locks or lives by the machine. `values` are those of the touched
  // cells, in their order; what is unknown about them and not overwritten stays as it was.
  void operate(State& s, const ir::Instruction& in, const Transition& what,
               std::span<const ValueId> values, std::uint32_t choice, Outcome& outcome);
  // After it, once the cells are written: what it has written to private memory replaces what was
  // unknown there; and a thread's result may be unknown.
  void settle(State& s, const ir::Instruction& in, Segment& segment);

  // The machine has written to private memory: what was unknown there is known.
  void now_known(State& s, std::uint64_t pointer, std::uint32_t bytes);

  // Keeps the access for the detection of races.
  void log(const State& s, Segment& segment, ObjectId object, bool is_write) const;

  [[nodiscard]] bool touches_watched(std::uint64_t pointer, std::uint64_t bytes);
  [[nodiscard]] bool is_watched(ObjectId object) const {
    return options_.watches_all || watched_.contains(object);
  }
  // False if it was watched.
  bool watch(ObjectId object) { return watched_.insert(object).second; }

  // Names of blocks (block_reuse.cpp). Whether some value of the thread, or of a cell, may be a
  // pointer to the block.
  [[nodiscard]] bool points_to(const State& s, std::uint32_t block) const;
  [[nodiscard]] bool points_to(ValueId cell, std::uint32_t block) const;
  [[nodiscard]] Fate fate_of(const State& s, std::uint32_t block, Segment& segment) const;

  // Frames of the thread that have no unknowns yet, and those that are gone.
  static void fit_frames(State& s);

 private:
  // A state is split into at most this many.
  static constexpr std::size_t kMostSplits = 64;

  [[nodiscard]] const ir::Instruction& here(const State& s) const {
    return context_.control.here(s.thread);
  }
  [[nodiscard]] std::uint64_t known(const State& s, ir::Operand operand) const {
    return context_.control.get(s.thread.frames.back(), operand);
  }
  [[nodiscard]] Flow step_machine(State& s, const ir::Instruction& in);
  [[nodiscard]] Flow branch(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow switch_to(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow select(State& s, const ir::Instruction& in);
  // What an instruction without effects makes of its operands. None: no value.
  [[nodiscard]] NumberId evaluate(const ir::Instruction& in, NumberId a, NumberId b,
                                  Troubles& troubles);
  [[nodiscard]] Flow arithmetic(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow call(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow leave(State& s, const ir::Instruction& in);
  // Of a call or return: its arguments that are unknown, none for the others.
  [[nodiscard]] std::vector<NumberId> unknown_arguments(const State& s,
                                                        const ir::Instruction& in) const;
  // The same of a return. That of a thread is passed on.
  [[nodiscard]] std::vector<NumberId> unknown_results(State& s, const ir::Instruction& in) const;
  // The operand is about to become the thread's result.
  void pass_result(State& s, ir::Operand operand) const;
  // The number that a thread's result stands for; none: it is what it is.
  [[nodiscard]] static NumberId unknown_result(std::uint64_t result);
  // In the caller, once the function has returned.
  void take_results(State& s, const std::vector<NumberId>& results);

  // ---- builtin_calls.cpp
  [[nodiscard]] Flow builtin(State& s, const ir::Instruction& in, Segment& segment,
                             std::vector<State>& more);
  [[nodiscard]] Flow local_builtin(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow known_builtin(State& s, const ir::Instruction& in);
  void may_set_errno(State& s);
  [[nodiscard]] Flow input(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow copy(State& s, const ir::Instruction& in, Segment& segment,
                          std::vector<State>& more);
  [[nodiscard]] ir::MaybeMisuse clear_lock(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                           Segment& segment);
  // An operation on memory that the ir machine calls visible and that is local here, with known
  // operands: executed by the machine.
  [[nodiscard]] Flow shared_step(State& s, const ir::Instruction& in, Segment& segment);
  void move_unknowns(const Transition& what, const std::vector<ValueId>& before,
                     std::vector<ValueId>& after);

  // ---- section_steps.cpp
  [[nodiscard]] Flow section_boundary(State& s, const ir::Instruction& in, const Segment& segment);
  [[nodiscard]] Flow section_operation(State& s, const ir::Instruction& in, Segment& segment,
                                       std::vector<State>& more);
  // Whether watched cells may be accessed now.
  [[nodiscard]] static bool may_access_watched(const State& s, const Segment& segment) {
    return segment.is_visible_step || s.thread.section_depth > 0;
  }

  // ---- block_reuse.cpp
  // The transition of an allocation. Names that it may use again are taken from the thread's list
  // of names, and returned too.
  [[nodiscard]] Transition choose_name(State& s, const ir::Instruction& in, Segment& segment,
                                       std::vector<std::uint32_t>& free_names);
  [[nodiscard]] bool result_points_to(std::uint64_t result, std::uint32_t block) const;
  void drop_dead_slots(State& s) const;
  [[nodiscard]] bool is_any_watched(const Transition& what) const;

  // ---- access.cpp
  [[nodiscard]] Flow access(State& s, const ir::Instruction& in, Segment& segment,
                            std::vector<State>& more);
  [[nodiscard]] std::vector<std::uint64_t> targets(State& s, ir::Operand pointer,
                                                   std::uint64_t bytes, bool is_write,
                                                   std::vector<State>& more);
  [[nodiscard]] Flow compare_exchange(State& s, const ir::Instruction& in,
                                      const std::vector<std::uint64_t>& places, Segment& segment,
                                      std::vector<State>& more);
  // None, and the facts, if the access is wrong.
  [[nodiscard]] NumberId read(const State& s, std::uint64_t pointer, std::uint32_t bytes,
                              Segment& segment, ir::MaybeMisuse& misuse);
  [[nodiscard]] ir::MaybeMisuse write(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                      NumberId number, Segment& segment);

  // Slots that were loaded from these bytes, or any, no longer hold what is there.
  static void forget_private_loads(State& s, std::uint64_t pointer, std::uint64_t bytes);
  static void forget_private_loads(State& s) {
    std::erase_if(s.loaded, [](const Loaded& loaded) { return loaded.bytes != 0; });
  }
  [[nodiscard]] bool learn_private(State& s, const Loaded& loaded, NumberId value);
  void remember_load(State& s, std::uint32_t slot, std::uint64_t pointer, std::uint32_t bytes,
                     Segment& segment);

  // ---- refine.cpp
  // Restricts the operand of the top frame to these values, and all that it was computed from, in
  // the calling frames too. False: none is left.
  [[nodiscard]] bool refine(State& s, ir::Operand operand, NumberId to) {
    return refine_in(s, s.frames.size() - 1, operand, to, 0);
  }
  [[nodiscard]] bool refine_in(State& s, std::size_t frame, ir::Operand operand, NumberId to,
                               unsigned depth);
  // The cell that a slot was loaded from.
  void refine_cell(State& s, const Loaded& loaded, NumberId to);
  // The values of the operand for which the instruction has one of these results.
  [[nodiscard]] bool refine_by_trial(State& s, std::size_t frame, const ir::Instruction& in,
                                     NumberId to, unsigned depth);
  [[nodiscard]] bool refine_address(State& s, std::size_t frame, const ir::Instruction& last,
                                    NumberId to, unsigned depth);
  [[nodiscard]] bool refine_definition(State& s, std::size_t frame, const ir::Instruction& in,
                                       NumberId to, unsigned depth);
  // What is known from branches, as a set of Relation's bits.
  [[nodiscard]] static std::uint8_t relation_between(const State& s, ir::Operand a, ir::Operand b);
  static void relate(State& s, std::size_t frame, ir::Operand a, ir::Operand b, std::uint8_t may_be,
                     bool is_copy = false);
  [[nodiscard]] bool refine_comparison(State& s, std::size_t frame, const ir::Instruction& in,
                                       bool holds, unsigned depth);

  void follow(State& s, std::uint32_t edge);
  // One state for each value of the operand; the instruction is executed again in each.
  [[nodiscard]] Flow split(State& s, ir::Operand operand, const char* what,
                           std::vector<State>& more);
  void fail(const State& s, ViolationFacts facts, std::vector<State>& more) const;
  // The slot of the top frame gets another value.
  void forget_slot(State& s, std::size_t slot) const;

  ir::Context& context_;
  ir::Footprints& footprints_;
  Numbers& numbers_;
  StateLattice& lattice_;
  const std::vector<FunctionFacts>& facts_;
  const ProveOptions& options_;
  std::set<ObjectId> watched_;
};

// Whether a number that is taken for no pointer (block_reuse.cpp) would be one with fewer values.
[[nodiscard]] bool becomes_pointer(const Parts& before, const Parts& after);

// The relations for which a comparison holds; 0: not one of signed numbers.
[[nodiscard]] std::uint8_t relation_of(ir::Compare predicate);

// Whether a builtin is executed as part of local code, though the ir machine calls it visible.
[[nodiscard]] bool is_local_here(ir::Builtin what);

}  // namespace skein::abstract
