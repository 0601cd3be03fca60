// SPDX-License-Identifier: Apache-2.0
// The effects of visible operations. An Effect is one operation being executed; each family of
// operations has a file, and the table of builtins names the family of each builtin.
//
// DEVIATION from the table of dependence (core/operation.hpp): some operations are reads there
// because they commute (read locks, passing a barrier, waking up). Here they are writes, since they
// change the value of the lock. This is more order than needed: never wrong, sometimes more traces
// than on the native machine.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/states.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

// An operation that a thread is about to execute, and the values of the objects it touches.
struct PendingOperation {
  const Context& context;
  const Thread& thread;
  const Instruction& in;
  std::span<const ValueId> values;

  [[nodiscard]] Builtin what() const { return builtin_of(in); }
  [[nodiscard]] std::uint32_t phase() const { return thread.frames.back().phase; }
  [[nodiscard]] std::uint64_t argument(std::uint32_t i) const {
    return context.control.argument(thread, in, i);
  }
  [[nodiscard]] const Cell& cell(std::size_t i) const { return context.memory.cells()[values[i]]; }
  // The i-th object as a lock of this kind; all-zero memory is a new lock. Empty if it is something
  // else.
  [[nodiscard]] std::optional<Cell> lock(std::size_t i, ValueKind kind) const;
};

struct Effect {
  Context& context;
  Thread& thread;
  const Instruction& in;
  const Transition& transition;
  std::span<const ValueId> values;  // before
  std::uint32_t choice;
  Outcome& outcome;  // its values are those afterwards

  [[nodiscard]] PendingOperation pending() const { return {context, thread, in, values}; }
  [[nodiscard]] Builtin what() const { return builtin_of(in); }
  [[nodiscard]] Frame& frame() const { return thread.frames.back(); }
  [[nodiscard]] std::uint64_t get(Operand operand) const {
    return context.control.get(frame(), operand);
  }
  [[nodiscard]] std::uint64_t argument(std::uint32_t i) const {
    return context.control.argument(thread, in, i);
  }
  [[nodiscard]] const Cell& cell(std::size_t i) const { return context.memory.cells()[values[i]]; }
  // The holder of a lock is stored as agent + 1.
  [[nodiscard]] std::uint32_t me() const { return thread.agent.value + 1; }

  void put(std::size_t i, const Cell& cell) const {
    outcome.values[i] = context.memory.cells().intern(cell);
  }
  // The operation is done; the thread continues with this result.
  void finish(std::uint64_t result) const { Control::finish(frame(), in, result); }
  void fault(ViolationFacts facts) const {
    context.control.fault(thread, outcome, std::move(facts));
  }
  // Writes through a pointer, to private or shared memory; the cells begin at number `first` of the
  // touched objects.
  void store(std::size_t first, std::uint64_t pointer, std::uint64_t value,
             std::uint32_t bytes) const;

  // The i-th object as a lock of this kind. Faults and returns false if it is something else.
  [[nodiscard]] bool take_lock(std::size_t i, ValueKind kind, Cell& lock) const;
  // Sets the state of the operation's lock, its first object.
  void put_lock(const Cell& lock) const;
};

// Executes a visible instruction. REQUIRES: the thread runs, its arguments were checked
// (Visibility::misuse_before), and it begins no section.
void execute(const Effect& e);
// The number of outcomes the builtin has now; 0: it must wait.
[[nodiscard]] std::uint32_t count_choices(const PendingOperation& op);

// The steps that all threads take: the first and the last. The last does not use e.in.
void execute_exit(Context& context, Thread& t, ValueId life, Outcome& outcome);

// The families. A family without a function for choices has one choice.
void execute_memory(const Effect& e);
void execute_thread(const Effect& e);
void execute_thread_exit(const Effect& e);
void execute_block(const Effect& e);
void execute_realloc(const Effect& e);
void execute_copy(const Effect& e);
void execute_mutex(const Effect& e);
void execute_rwlock(const Effect& e);
void execute_cond(const Effect& e);
void execute_barrier(const Effect& e);
void execute_semaphore(const Effect& e);
void execute_once(const Effect& e);
void execute_choice(const Effect& e);
void execute_section_lock(const Effect& e);

[[nodiscard]] std::uint32_t thread_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t mutex_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t rwlock_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t cond_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t barrier_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t semaphore_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t once_choices(const PendingOperation& op);
[[nodiscard]] std::uint32_t choice_choices(const PendingOperation& op);

// The bounds of the unknown input that the operation asks for; nothing if it asks for none.
[[nodiscard]] std::optional<InputRange> input_bounds(const PendingOperation& op);

// Whether a wait of the thread for a condition variable may still end without a signal.
[[nodiscard]] inline bool may_wake_spuriously(const SystemOptions& options, const Thread& t) {
  return options.has_spurious_wakeups && !t.had_spurious_wakeup;
}

}  // namespace skein::ir
