// SPDX-License-Identifier: Apache-2.0
// Mutexes. Their state is kept where libc keeps it, in the pthread_mutex_t itself, so that it is
// initialised, copied and reset with the program's own memory.
#pragma once

#include <pthread.h>

#include "runtime/sched/run_control.hpp"

namespace skein::runtime {

// What a mutex says of its holder: agent number + 1.
inline int owner_mark(const Agent& a) { return static_cast<int>(a.id.value) + 1; }

inline bool is_free(const pthread_mutex_t& m) { return m.__data.__lock == 0; }
inline ObjectId object_of(const pthread_mutex_t* m) {
  return g.names.object(channel::ObjectClass::Lock, m);
}

// For a lock of our own, which is never locked twice.
void lock_own(pthread_mutex_t* m, const void* site);
void unlock_own(pthread_mutex_t* m, const void* site);

// For pthread_cond_wait: gives the mutex up, and takes it back. Neither is a step.
void release_for_wait(pthread_mutex_t* m);
void take_back(pthread_mutex_t* m);

// For the warning about mutexes that an agent still holds when it ends: notes them in the channel.
void note_held_mutexes();
// Before a run.
void forget_held_mutexes();

// Violates unless the current agent holds it, once.
void check_can_wait(const pthread_mutex_t* m, const void* site);

}  // namespace skein::runtime
