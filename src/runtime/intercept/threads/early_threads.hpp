// SPDX-License-Identifier: Apache-2.0
// Threads that constructors create, of libraries or of the program. A run begins with main, so they
// begin with it: main's first steps create them. What they might have done before main is not
// explored, and the verdict says so. A constructor that waits for such a thread is refused.
#pragma once

#include <pthread.h>

namespace skein::runtime::early_threads {

// pthread_create and pthread_detach before main.
int create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
           void* argument, const void* named, const void* site);
int detach(pthread_t thread, const void* site);

// Main is about to be called: creates the threads.
void begin();

}  // namespace skein::runtime::early_threads
