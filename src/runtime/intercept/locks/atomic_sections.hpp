// SPDX-License-Identifier: Apache-2.0
// Atomic sections as defined by SV-COMP: from __VERIFIER_atomic_begin to _end, and every function
// whose name begins with __VERIFIER_atomic_. No other agent interrupts a section, not even outside
// of sections.
//
// All sections hold the same lock. Accesses outside of sections take it only where this can matter:
// at *section words* (watched.hpp), which are found as races are (race_detector.cpp). A plain
// access to a section word waits until no agent is in a section. It locks and unlocks right before
// the access; the local code after a step is not interrupted. An atomic operation holds the lock.
// These locks promise nothing to the program: if it relies on them without a section, it has a
// race.
//
// A section that cannot go on waits as a whole: it should not have begun. So a run that ends with
// an agent waiting inside a section has no meaning, unless no other agent could go on without the
// section either. Mutexes and semaphores that sections use are section words too. Outside of
// sections an operation that does not wait holds the sections' lock; one that waits is followed by
// a wait for the sections' end.
#pragma once

#include <cstdint>

#include "runtime/memory/watched.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::sections {

// Whether the program has functions that are sections by their names.
[[gnu::visibility("hidden")]] extern bool has_functions;
// Whether this process has executed a section.
extern bool were_used;

// Call once, when it is known where the program lies.
void find_functions();
// Call between runs: the lock is ours, so the reset of the program's memory does not restore it.
void reset();

inline bool is_inside() { return g.current->section_depth > 0; }

// An instrumented function, in which `pc` lies, begins or ends. REQUIRES: the call is the last
// action of the function that the program called, as in spins::mark_caller.
void on_function_entry(const void* pc);
void on_function_exit(const void* pc);

// The current agent, outside of sections, is about to access section words.
void pass(const void* site);

// The current agent uses a mutex or semaphore. Call before the operation's step.
void note_use(const volatile void* object);
// The current agent has waited for it, in an operation outside of sections perhaps.
void after_wait(const volatile void* object, const void* site);

// No agent can go on. Whether one of them waits inside a section, and another one could go on if
// the section had not begun.
[[nodiscard]] bool has_begun_too_early();

// Lives around an atomic operation, or one that does not wait, from before its step.
class AtomicTurn {
 public:
  AtomicTurn(const volatile void* address, std::uint32_t size, const void* site) {
    if (watched::has_section_words) [[unlikely]]
      take(address, size, site);
  }
  AtomicTurn(const AtomicTurn&) = delete;
  AtomicTurn& operator=(const AtomicTurn&) = delete;
  ~AtomicTurn() {
    if (site_ != nullptr) [[unlikely]]
      give_back();
  }

 private:
  void take(const volatile void* address, std::uint32_t size, const void* site);
  void give_back();

  const void* site_ = nullptr;  // null: the lock was not taken
  const char* frame_ = nullptr;
};

}  // namespace skein::runtime::sections
