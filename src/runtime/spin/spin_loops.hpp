// SPDX-License-Identifier: Apache-2.0
// Loops that wait. An agent that comes back to a visible operation with the same stack and the same
// registers, having changed nothing in between, has made no progress: it would read the same things
// again until somebody else changes one of them.
//
// Such an agent halts there, as if an assumption had failed (the idea of GenMC's spin-assume). No
// behaviour is lost: the useless iteration touched nothing, so the runs in which it is left out do
// all that the runs with it do, and they are explored like any other, by reversing the reads with
// the writes that come later. docs/memory.md has the argument. When all others have come to their
// end, and what the halted loop read is still what it would read now, nobody can end it: a
// livelock.
//
// What counts as the same: all of the caller's stack but for what *others* wrote there meanwhile
// (a thread's stack may hold what threads share), the registers that survive calls (rbx, rbp,
// r12-r15), the operation with its object, what it holds, the agent's heap and pseudo-random
// numbers. So whether an agent halts depends on its own history alone, as explorers presume.
// What counts as a change: every visible operation that is not a load, a yield, a failed attempt or
// a write of what was there already; a plain write outside of the agent's own stack, be it by the
// program (tsan_plain.cpp) or by a library function for it (outputs.hpp); a look at the clock.
// Taking a lock and giving it back is no change if nobody noticed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sched/run_control.hpp"

namespace skein::runtime::spins {

// The frame of the function of ours that the program called last: just below its frame pointer lie
// the registers that survive calls, above it the return address and the program's own stack.
extern const char* caller_frame;
inline constexpr std::uint64_t kSavedRegisters = 5 * sizeof(void*);

// Whether some of the program was compiled by `skein cc`. Otherwise a loop's plain writes are not
// seen, and no loop is taken for one without progress.
extern bool sees_plain_writes;

// To be called first in a function that the program calls and that may be part of a spin loop.
[[gnu::always_inline]] inline void mark_caller() {
  // Saves all registers that survive calls right below the frame pointer; gcc and clang do it in
  // the same way, and the spin loop tests would notice if they did not.
  __builtin_unwind_init();
  caller_frame = static_cast<const char*>(__builtin_frame_address(0));
}

// What such a function returns, if it may have come to no operation.
template <class Result>
Result unmark(Result result) {
  caller_frame = nullptr;
  return result;
}

// The current agent has come to an operation. Returns whether it spins: then it is to halt.
// A spinning agent may be let go on after all (revive): the plan knows that it went on here. What
// dead bytes on a stack hold is not under our control to the last, so a loop that was found in one
// run may look new in another; that costs an iteration, not a contradiction.
bool arrive(const Request& request);
[[nodiscard]] bool is_spinning(AgentId id);
void revive(AgentId id);

// The current agent changed something that others, or itself, can see. One flag is enough: from the
// beginning of a step (begin_step) to the next operation nobody else runs.
[[gnu::visibility("hidden")]] extern bool has_changed;
inline void note_change() { has_changed = true; }
void begin_step();

// The current agent has locked again what it holds, or undone that, without a step.
void note_nested(ObjectId object, bool is_taken);

// The current agent read these bytes, in case it turns out to be part of a spin loop.
[[gnu::visibility("hidden")]] extern bool notes_reads;
void note_read(const volatile void* address, std::size_t size);
// It wrote them itself, on its own stack: what it read there before says nothing of others.
void forget_read(const void* address, std::size_t size);

// Nobody can go on. How the run ends if agents spin: Blocked if one of them could now see something
// else, else Violation (a livelock, noted); but Cut if the bound on visits stopped somebody, also
// where somebody else violated something: what the stopped one would have done is not known.
// `end`: how it would end if none did.
End end_of_run(End end);

// Which bound it was, if the end is Cut.
inline constexpr BoundHit kBound = BoundHit::Spins;

void begin_run();

// Dead values on a stack are compared like all others, so they should be the same in all runs with
// the same steps. An agent's stack is cleared before it starts, as far down as loops are looked for
// (if one is found further down, more is cleared, and the exploration begins anew); and what the
// way to the scheduler, which has a stack of its own, leaves behind is wiped after each step.
void clear_stack(char* top);
void wipe_own_frames();
void wipe_deep_frames();  // likewise, where there was telling

}  // namespace skein::runtime::spins
