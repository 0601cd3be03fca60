// SPDX-License-Identifier: Apache-2.0
// std::lock, and so std::scoped_lock, of mutexes: how it waits.
//
// std::lock locks the first mutex and tries the others. If that fails, it releases what it has, and
// begins again with the mutex that it did not get. With three mutexes and two threads there are
// millions of ways to fail and begin again.
//
// Modelled: after a failed round the thread waits until that mutex is free, and then halts, like a
// thread in a spin loop (docs/memory.md has the argument). `skein c++` has a variant of <mutex>
// that calls this (cmake/lock_all.cmake).
//
// It holds as long as only blocking locks and other calls of std::lock use these mutexes. A thread
// that tries one of them (trylock, a lock with a timeout) could notice a failed round. Then
// std::lock is executed as it is written, and the exploration starts over.
#pragma once

#include <pthread.h>

namespace skein::runtime::lock_all {

// A blocking lock by the current agent.
void note_lock(const pthread_mutex_t* mutex);
// An attempt by the current agent.
void note_try(const pthread_mutex_t* mutex);

}  // namespace skein::runtime::lock_all
