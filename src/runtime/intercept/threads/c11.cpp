// SPDX-License-Identifier: Apache-2.0
// C11 threads: thin wrappers around the POSIX functions, whose names appear in findings. libc's own
// do not call the public POSIX functions, so they are written again here.
#include <cerrno>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/threads/thread_lifecycle.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/sched/run_control.hpp"

extern "C" {
int pthread_mutex_clocklock(pthread_mutex_t*, clockid_t, const timespec*) noexcept;
}

namespace skein::runtime {

namespace {

int to_c11(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM:
    case EAGAIN: return thrd_nomem;
    default: return thrd_error;
  }
}

pthread_mutex_t* posix(mtx_t* m) { return reinterpret_cast<pthread_mutex_t*>(m); }
pthread_cond_t* posix(cnd_t* c) { return reinterpret_cast<pthread_cond_t*>(c); }

static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t) && sizeof(cnd_t) >= sizeof(pthread_cond_t));

// C11 start functions return int: the result travels as a pointer.
struct Start {
  thrd_start_t function;
  void* argument;
};

void* run_start(void* data) {
  const Start start = *static_cast<Start*>(data);
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(start.function(start.argument)));
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void* malloc(std::size_t);

int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  auto* start = static_cast<rt::Start*>(malloc(sizeof(rt::Start)));
  if (start == nullptr) return thrd_nomem;
  *start = rt::Start{function, argument};
  if (rt::is_off()) return rt::to_c11(pthread_create(thread, nullptr, &rt::run_start, start));
  return rt::to_c11(rt::create_thread(thread, nullptr, &rt::run_start, start,
                                      reinterpret_cast<const void*>(function),
                                      __builtin_return_address(0)));
}

int thrd_join(thrd_t thread, int* result) {
  void* value = nullptr;
  const int error = pthread_join(thread, &value);
  rt::accesses::put(result, static_cast<int>(reinterpret_cast<std::intptr_t>(value)),
                    __builtin_return_address(0));
  return rt::to_c11(error);
}

int thrd_detach(thrd_t thread) { return rt::to_c11(pthread_detach(thread)); }

void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

void thrd_yield() { sched_yield(); }

int thrd_sleep(const timespec* duration, timespec* rest) { return nanosleep(duration, rest); }

int mtx_init(mtx_t* m, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  const bool is_recursive = (type & mtx_recursive) != 0;
  pthread_mutexattr_settype(&attributes,
                            is_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  const int error = pthread_mutex_init(rt::posix(m), &attributes);
  pthread_mutexattr_destroy(&attributes);
  return rt::to_c11(error);
}

int mtx_lock(mtx_t* m) { return rt::to_c11(pthread_mutex_lock(rt::posix(m))); }
int mtx_trylock(mtx_t* m) { return rt::to_c11(pthread_mutex_trylock(rt::posix(m))); }
int mtx_timedlock(mtx_t* m, const timespec* until) {
  return rt::to_c11(pthread_mutex_timedlock(rt::posix(m), until));
}
int mtx_unlock(mtx_t* m) { return rt::to_c11(pthread_mutex_unlock(rt::posix(m))); }
void mtx_destroy(mtx_t* m) { pthread_mutex_destroy(rt::posix(m)); }

int cnd_init(cnd_t* c) { return rt::to_c11(pthread_cond_init(rt::posix(c), nullptr)); }
int cnd_signal(cnd_t* c) { return rt::to_c11(pthread_cond_signal(rt::posix(c))); }
int cnd_broadcast(cnd_t* c) { return rt::to_c11(pthread_cond_broadcast(rt::posix(c))); }
int cnd_wait(cnd_t* c, mtx_t* m) {
  return rt::to_c11(pthread_cond_wait(rt::posix(c), rt::posix(m)));
}
int cnd_timedwait(cnd_t* c, mtx_t* m, const timespec* until) {
  return rt::to_c11(pthread_cond_timedwait(rt::posix(c), rt::posix(m), until));
}
void cnd_destroy(cnd_t* c) { pthread_cond_destroy(rt::posix(c)); }

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return rt::to_c11(pthread_key_create(key, destructor));
}
void* tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void* value) { return rt::to_c11(pthread_setspecific(key, value)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }

void call_once(once_flag* flag, void (*function)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(flag), function);
}

}  // extern "C"
