// SPDX-License-Identifier: Apache-2.0
// Locks that are one word of memory, which records the holder: spin locks, and OpenMP's.
#pragma once

#include "core/ids.hpp"
#include "core/violation.hpp"

namespace skein::runtime {

struct WordLock {
  volatile int* holder;  // agent number + 1; 0: free
  ObjectId object;
  // What it is to lock it twice, and to unlock it for another agent.
  ViolationCode locks_held;
  ViolationCode unlocks_others;
};

// The mark of the current agent in a word.
[[nodiscard]] int mark_of_current();

void lock(const WordLock& word, const void* site);
bool try_lock(const WordLock& word, const void* site);
void unlock(const WordLock& word, const void* site);

}  // namespace skein::runtime
