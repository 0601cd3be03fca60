// SPDX-License-Identifier: Apache-2.0
// Threads that other functions of ours create for the program (C11's thrd_create).
#pragma once

#include <pthread.h>

namespace skein::runtime {

// pthread_create, called at `site`. Reports show the new thread under the name of `named`, the
// program's own function.
int create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                  void* argument, const void* named, const void* site);

}  // namespace skein::runtime
