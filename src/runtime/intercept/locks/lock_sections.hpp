// SPDX-License-Identifier: Apache-2.0
// Sections of locks as single steps (--reduce=sections, docs/equivalence.md).
//
// A lock is *simple* until a run shows otherwise: each of its sections runs from lock to unlock
// without a visible operation inside. Then no thread can observe that the lock was held, and a
// section is one step, or none. Taking a simple lock does not change its memory and is not a step.
// The agent runs on to the first access, inside the section, to a *conflict byte* of the lock,
// waits there for its turn (OpKind::Section), and then runs to the unlock and beyond.
//
// A byte is a conflict byte of a lock once a run has shown accesses to it in two sections of the
// lock, by different agents, one a write, that nothing but the lock orders. The race detector finds
// them: to it a section of a simple lock synchronises only with sections of the same region. If a
// section accesses conflict bytes of several regions in this way, the regions become one.
//
// While an agent waits inside a section, others execute sections of the same lock, as if this one
// had not begun. So no agent may notice what the waiting one has accessed so far. A conflicting
// access ends the run before it happens.
//
// What a run teaches (conflict bytes, regions that are one, locks that are *ordinary*, that is, not
// simple) is an entry among the watched words, and the exploration starts over. An ordinary lock
// never becomes simple again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::lock_sections {

// Whether sections of locks are single steps in this run.
[[gnu::visibility("hidden")]] extern bool is_on;

void begin_run();

inline bool is_inside() { return g.current->section.lock != nullptr; }
inline bool is_inside(const void* lock) { return g.current->section.lock == lock; }

// The current agent takes or releases a lock that is free to us. Returns false if it is ordinary.
// REQUIRES: is_on, in a run; for end(), is_inside(lock).
[[nodiscard]] bool begin(const void* lock, ObjectId object, const void* site);
void end();

// The current agent uses the lock in a way that only ordinary locks allow.
void require_ordinary(const void* lock);

// The current agent reaches a visible operation, or halts, inside a section. The second does not
// end the run.
[[noreturn]] void on_visit();
void on_halt();

// The current agent does something that is no visible operation, but whose order counts: it opens
// or closes a descriptor, and so decides which number another gets.
inline void note_order() {
  shared_counts::note_effect();
  if (is_on && is_running() && is_inside()) on_visit();
}

// The current agent is about to access these bytes inside a section: waits for its turn if one of
// them is the section's first conflict byte. REQUIRES: is_inside().
void on_access(const void* address, std::size_t size);

// A loop inside sections of the lock waits for this byte. Returns false if that was known.
bool add_byte(const void* lock, std::uint64_t address);

// When an access was made.
struct Moment {
  std::uint32_t agent;
  std::uint32_t epoch;
};

// The race detector has met two conflicting accesses to bytes of the word that nothing orders: an
// earlier one, and one that the current agent is about to make. `is_use`: one of them is not an
// access that could race (kIsUse). Returns whether they are a race to be reported. Does not return
// if the run must end.
[[nodiscard]] bool is_race(Moment old, Moment mine, std::uint64_t word, std::uint8_t bytes,
                           bool is_use);
// The race was reported. Does not return if the agent of the earlier access waits in a section.
void after_race(Moment old);

// What this run does cannot be followed: there are no simple locks from now on.
[[noreturn]] void give_up();

}  // namespace skein::runtime::lock_sections
