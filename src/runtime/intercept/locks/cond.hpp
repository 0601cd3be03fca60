// SPDX-License-Identifier: Apache-2.0
// Condition variables: the part that the rest of the runtime uses.
#pragma once

#include <time.h>

#include "core/ids.hpp"

namespace skein::runtime {

// A lock that an agent gives up while it waits, whatever kind of lock it is. None of the functions
// is a step.
struct WaitingLock {
  void* lock;
  ObjectId object;
  bool (*is_free)(const void* lock);
  void (*release)(void* lock);
  void (*take_back)(void* lock);
};

// A condition that agents wait for, by its address: a pthread_cond_t, or what a library has in its
// place.
struct Condition {
  void* address;
  void (*check_usable)(void* address, const void* site);  // inside the step; null: always usable
};

// `until` is null if there is no timeout. Returns 0 or ETIMEDOUT. REQUIRES: the agent holds the
// lock.
int wait_for(const Condition& condition, const WaitingLock& held, const timespec* until,
             const void* site);
void signal(const Condition& condition, const void* site);
void broadcast(const Condition& condition, const void* site);

// If spurious wake-ups were asked for, allows a new agent one. (More would make every loop around a
// wait endless, and one is enough to show that the loop is missing.)
void allow_spurious_wakeup(AgentId agent);

}  // namespace skein::runtime
