// SPDX-License-Identifier: Apache-2.0
// Accesses that our functions make to the program's memory on its behalf: results that it asked for
// through a pointer (pthread_join, sem_getvalue, compare-and-exchange with gcc). To spin loops, to
// the race detector and to the heap's checks these are plain accesses of the program like any
// other. Each is reported *before* it happens, since it may have to wait for its turn.
#pragma once

#include <cstddef>

#include "runtime/memory/plain.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::accesses {

inline void read(const void* address, std::size_t size, const void* site) {
  if (is_running() && address != nullptr) on_plain_read(address, size, site);
}

inline void written(void* address, std::size_t size, const void* site) {
  if (is_running() && address != nullptr) on_plain_write(address, size, site);
}

// A result through a pointer that may be null.
template <class T>
void put(T* result, T value, const void* site) {
  if (result == nullptr) return;
  written(result, sizeof(T), site);
  *result = value;
}

}  // namespace skein::runtime::accesses
