// SPDX-License-Identifier: Apache-2.0
// Atomic sections as SV-COMP has them: from __VERIFIER_atomic_begin to _end, and every function
// whose name begins with __VERIFIER_atomic_. What happens in one is not interrupted by others, also
// not by those that are in no section.
//
// A section holds one lock, the same for all. Accesses outside of sections take it only where this
// can matter: to *section words* (watched.hpp), which are found as races are (race_detector.cpp). A
// plain access to one waits until nobody is in a section (a lock and an unlock, right before the
// access: the local code after a step is not interrupted); an atomic operation holds the lock.
// These locks promise nothing: whoever relies on them without a section has a race.
#pragma once

#include <cstdint>

#include "runtime/memory/watched.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::sections {

// Whether the program has functions that are sections by their names.
[[gnu::visibility("hidden")]] extern bool has_functions;
// Whether there has been a section in this process.
extern bool were_used;

// Once, when it is known where the program lies.
void find_functions();
// Between runs: the lock is ours, so nobody else puts it back.
void reset();

inline bool is_inside() { return g.current->section_depth > 0; }

// An instrumented function begins, in which `pc` lies, or ends. REQUIRES: called last by what the
// program called, as in spins::mark_caller.
void on_function_entry(const void* pc);
void on_function_exit(const void* pc);

// The current agent, outside of sections, is about to access section words.
void pass(const void* site);

// Around an atomic operation, from before its step.
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
