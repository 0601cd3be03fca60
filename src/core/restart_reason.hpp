// SPDX-License-Identifier: Apache-2.0
// What a machine learned when its exploration has to begin again. The files are those of the
// runtime (src/runtime) that learn it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein {

// Why the exploration begins again: its steps are no longer those of the program.
enum class RestartReason : std::uint8_t {
  None,
  OverlappingAtomics,  // atomic locations of different sizes are one object now (sched/intern.hpp)
  RacyWord,            // a word of memory races; its accesses are steps now (memory/watched.hpp)
  SharedState,         // state of libc or the kernel races (intercept/state/shared_state.hpp)
  SectionWord,         // accesses outside atomic sections conflict with the sections
  DeadValues,          // values that are never read are known now (spin/dead_stack_values.hpp)
  DeeperStack,         // loops are compared further down the stack (spin/spin_loops.hpp)
  FirstHandler,        // the race detector looks at messages too (intercept/threads/handlers.hpp)
  LocksAsWritten,      // std::lock is executed as it is written (intercept/locks/lock_all.hpp)
  OrderedArrivals,     // a barrier has more users than places (intercept/locks/barrier.cpp)
  OrderedPosts,        // a semaphore overflows (intercept/locks/semaphore.cpp)
  OrderedAdditions,    // plain writes change what is added to (memory/blind_additions.hpp)
  LockSections,        // more is known of the sections of locks (intercept/locks/lock_sections.hpp)
  ReferenceCounts,     // reference counts of a type can be observed (memory/shared_counts.hpp)
  ForeignWord,         // foreign code changes a word atomically (foreign/guarded_words.hpp)
  ForeignLoop,         // foreign code may wait in a loop (foreign/waiting_loops.hpp)
};
inline constexpr std::size_t kRestartReasons =
    static_cast<std::size_t>(RestartReason::ForeignLoop) + 1;

}  // namespace skein
