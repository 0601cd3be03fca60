// SPDX-License-Identifier: Apache-2.0
// Loops that wait. An agent that returns to a visible operation with the same stack and the same
// registers, and has changed nothing in between, has made no progress: it would read the same
// values again until another agent changes one of them.
//
// Such an agent halts there, as if an assumption had failed (the idea of GenMC's spin-assume). No
// behaviour is lost. The useless iteration touched nothing, so the runs without it do all that the
// runs with it do; and these are explored like any other, by reversing the reads with the writes
// that come later. docs/memory.md has the argument. If all other agents have come to their end, and
// the halted loop would still read the same values, nothing can end it: a livelock.
//
// What counts as the same state: all of the caller's stack, except what *other agents* wrote there
// meanwhile (a thread's stack may hold shared data); the registers that survive calls (rbx, rbp,
// r12-r15); the operation with its object; the locks held; the agent's heap and pseudo-random
// numbers. So whether an agent halts depends on its own history alone, as explorers assume.
//
// What counts as a change: every visible operation that is not a load, a yield, a failed attempt or
// a write of the value already there; a plain write outside of the agent's own stack, by the
// program (tsan_plain.cpp) or by a library function for it (accesses.hpp); reading the clock.
// Taking and releasing a lock is not a change if no other agent noticed (round_removal.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sched/run_control.hpp"

namespace skein::runtime::spins {

// The frame of the function of ours that the program called last. Just below its frame pointer lie
// the registers that survive calls; above it the return address and the program's own stack.
extern const char* caller_frame;
inline constexpr std::uint64_t kSavedRegisters = 5 * sizeof(void*);

// Whether any part of the program was compiled by `skein cc`. Otherwise we do not see a loop's
// plain writes, and never treat a loop as one without progress.
extern bool sees_plain_writes;

// Set before an operation of foreign code (runtime/foreign): we do not see what it writes. Its
// loops are compared only from `foreign_frame`, if that is not null.
extern bool is_foreign;
extern const char* foreign_frame;

// Call this first in a function that the program calls and that may be part of a spin loop.
[[gnu::always_inline]] inline void mark_caller() {
  // Saves all registers that survive calls right below the frame pointer. gcc and clang do this in
  // the same way; the tests of spin loops would notice if they did not.
  __builtin_unwind_init();
  caller_frame = static_cast<const char*>(__builtin_frame_address(0));
}

// Wraps the return value of such a function if it may not have reached an operation.
template <class Result>
Result unmark(Result result) {
  caller_frame = nullptr;
  return result;
}

// The current agent has reached an operation. Returns whether it spins and must halt. A spinning
// agent may have to continue after all (revive), if the plan knows that it continued here. We do
// not fully control the dead bytes on a stack, so a loop that was found in one run may look new in
// another; that costs an iteration, not a contradiction.
bool arrive(const Request& request);
[[nodiscard]] bool is_spinning(AgentId id);
void revive(AgentId id);

// The current agent changed something that it or others can see. One flag is enough: no other agent
// runs between the beginning of a step (begin_step) and the next operation.
[[gnu::visibility("hidden")]] extern bool has_changed;
inline void note_change() { has_changed = true; }
void begin_step();

// The current agent locked again a lock it already holds, or undid that, without a step.
void note_nested(ObjectId object, bool is_taken);

// The current agent read these bytes; recorded in case the read is part of a spin loop.
[[gnu::visibility("hidden")]] extern bool notes_reads;
void note_read(const volatile void* address, std::size_t size);
// The current agent wrote these bytes on its own stack: what it read there before says nothing
// about others.
void forget_read(const void* address, std::size_t size);

// How the run ends when no agent can continue and some spin. Blocked if a spinning agent could now
// see something new; otherwise Violation (a livelock, recorded here). But Cut if the bound on
// visits stopped an agent, even if another agent violated something: what the stopped agent would
// have done is not known. `end`: how the run would end if no agent were spinning.
End end_of_run(End end);

// The bound that was hit if the end is Cut.
inline constexpr BoundHit kBound = BoundHit::Spins;

void begin_run();

// Dead values on a stack are compared like all others, so they should be the same in all runs with
// the same steps. An agent's stack is cleared before it starts, down to the depth at which loops
// are searched. (If a loop is found further down, more is cleared, and the exploration starts
// over.) Traces that the call of the scheduler leaves on the agent's stack are wiped after each
// step; the scheduler itself has a separate stack.
void clear_stack(char* top);
void wipe_own_frames();
void wipe_deep_frames();  // the same for a run with details

}  // namespace skein::runtime::spins
