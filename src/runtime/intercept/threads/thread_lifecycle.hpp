// SPDX-License-Identifier: Apache-2.0
// Threads that other functions of ours create, join and detach for the program: C11's, C++'s.
#pragma once

#include <pthread.h>
#include <signal.h>

namespace skein::runtime {

// What a thread is created with.
struct NewThread {
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  const void* named = nullptr;
  const void* site = nullptr;
  bool is_detached = false;
  bool has_mask = false;
  sigset_t mask{};

  static NewThread of(const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                      const void* named, const void* site);
};
int create_thread(pthread_t* thread, const NewThread& wanted);

// pthread_create, called at `site`. Reports show the new thread under the name of `named`, the
// program's own function.
int create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                  void* argument, const void* named, const void* site);

// pthread_join and pthread_detach, called at `site`. They return 0: what libc would refuse is
// misuse.
int join_thread(pthread_t thread, void** result, const void* site);
int detach_thread(pthread_t thread, const void* site);

}  // namespace skein::runtime
