// SPDX-License-Identifier: Apache-2.0
// Mutexes. Their state is kept where libc keeps it, in the pthread_mutex_t itself, so that it is
// initialised, copied and reset with the program's own memory.
#pragma once

#include <pthread.h>

#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

// A mutex records its holder as agent number + 1.
inline int owner_mark(const Agent& a) { return static_cast<int>(a.id.value) + 1; }

inline bool is_free(const pthread_mutex_t& m) { return m.__data.__lock == 0; }
inline ObjectId object_of(const pthread_mutex_t* m) {
  return g.interner.object(channel::ObjectClass::Lock, m);
}

// For a lock of our own, which is never locked twice.
void lock_own(pthread_mutex_t* m, const void* site);
void unlock_own(pthread_mutex_t* m, const void* site);

// For pthread_cond_wait: releases the mutex, and takes it back. Neither is a step.
void release_for_wait(pthread_mutex_t* m);
void take_back(pthread_mutex_t* m);

// Records in the channel the mutexes that an agent still holds when it ends, for a warning.
void note_held_mutexes();
// Call before a run.
void forget_held_mutexes();

// Violates unless the current agent holds the mutex exactly once.
void check_can_wait(const pthread_mutex_t* m, const void* site);

}  // namespace skein::runtime
