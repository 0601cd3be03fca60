// SPDX-License-Identifier: Apache-2.0
// Barriers of our own, which are not at the address of their object.
#pragma once

#include <pthread.h>

#include "core/ids.hpp"

namespace skein::runtime {

void begin_barrier(pthread_barrier_t* barrier, unsigned count);

// pthread_barrier_wait, called at `site`, by an agent that `looks` at the result.
int wait_at(pthread_barrier_t* barrier, ObjectId object, bool looks, const void* site);

}  // namespace skein::runtime
