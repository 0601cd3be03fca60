// SPDX-License-Identifier: Apache-2.0
// Objects of std::thread. Joining or detaching a thread reads and changes the object in compiled
// code of the C++ library. The object consists of the thread's number, 0 if it has no thread.
#include <pthread.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/threads/thread_lifecycle.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<void(pthread_t*)> join("_ZNSt6thread4joinEv");
NextSymbol<void(pthread_t*)> detach("_ZNSt6thread6detachEv");
}  // namespace next

// Whether the object has a thread. If not, the library throws an exception.
bool has_thread(const pthread_t* object, const void* site) {
  if (is_off() || !is_running()) return false;
  accesses::read(object, sizeof(*object), site);
  return *object != 0;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void __wrap__ZNSt6thread4joinEv(pthread_t* object) {
  const void* const site = __builtin_return_address(0);
  if (!rt::has_thread(object, site)) {
    rt::next::join(object);
    return;
  }
  rt::join_thread(*object, nullptr, site);
  rt::accesses::put(object, pthread_t{0}, site);
}

void __wrap__ZNSt6thread6detachEv(pthread_t* object) {
  const void* const site = __builtin_return_address(0);
  if (!rt::has_thread(object, site)) {
    rt::next::detach(object);
    return;
  }
  rt::detach_thread(*object, site);
  rt::accesses::put(object, pthread_t{0}, site);
}

}  // extern "C"
