// SPDX-License-Identifier: Apache-2.0
/* The compiled part of libstdc++ that C++ without exceptions needs: std::thread,
 * std::condition_variable, std::call_once, guards of static variables, destructors of global
 * objects. The rest is templates and inline functions, which come with the program. Names are those
 * of the Itanium ABI; classes have their layout in memory. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "machine/ir/library/machine.h"

void terminate(void) __asm__("_ZSt9terminatev");
void terminate(void) { abort(); }
void __cxa_pure_virtual(void) { abort(); }

char __libc_single_threaded = 0;
void* __dso_handle = 0;
const char nothrow __asm__("_ZSt7nothrow") = 0;

/* std::thread: one number. Its state is an object with a virtual destructor and a virtual function,
 * which the thread runs. */
struct State;
typedef void (*Method)(struct State*);
struct State {
  Method* methods;
};
enum { kDeletes = 1, kRuns = 2 };

void end_state(struct State* state) __asm__("_ZNSt6thread6_StateD2Ev");
void end_state(struct State* state) { (void)state; }
void* const state_methods[5] __asm__("_ZTVNSt6thread6_StateE") = {0, 0, end_state, end_state,
                                                                  __cxa_pure_virtual};

static void* run_state(void* pointer) {
  struct State* const state = pointer;
  state->methods[kRuns](state);
  state->methods[kDeletes](state);
  return 0;
}

void start_thread(pthread_t* thread, struct State** state, void (*depends)(void)) __asm__(
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE");
void start_thread(pthread_t* thread, struct State** state, void (*depends)(void)) {
  (void)depends;
  struct State* const own = *state;
  *state = 0;
  if (pthread_create(thread, 0, run_state, own) != 0) abort();
}

void join_thread(pthread_t* thread) __asm__("_ZNSt6thread4joinEv");
void join_thread(pthread_t* thread) {
  if (*thread == 0) abort();
  pthread_join(*thread, 0);
  *thread = 0;
}

void detach_thread(pthread_t* thread) __asm__("_ZNSt6thread6detachEv");
void detach_thread(pthread_t* thread) {
  if (*thread == 0) abort();
  pthread_detach(*thread);
  *thread = 0;
}

unsigned hardware_concurrency(void) __asm__("_ZNSt6thread20hardware_concurrencyEv");
unsigned hardware_concurrency(void) { return 2; }

/* std::condition_variable is a pthread_cond_t; a std::unique_lock begins with a pointer to the
 * std::mutex, a pthread_mutex_t. */
void make_condition(pthread_cond_t* c) __asm__("_ZNSt18condition_variableC1Ev");
void make_condition(pthread_cond_t* c) { pthread_cond_init(c, 0); }
void end_condition(pthread_cond_t* c) __asm__("_ZNSt18condition_variableD1Ev");
void end_condition(pthread_cond_t* c) { pthread_cond_destroy(c); }
void notify_one(pthread_cond_t* c) __asm__("_ZNSt18condition_variable10notify_oneEv");
void notify_one(pthread_cond_t* c) { pthread_cond_signal(c); }
void notify_all(pthread_cond_t* c) __asm__("_ZNSt18condition_variable10notify_allEv");
void notify_all(pthread_cond_t* c) { pthread_cond_broadcast(c); }
void wait_for_it(pthread_cond_t* c, pthread_mutex_t** lock) __asm__(
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");
void wait_for_it(pthread_cond_t* c, pthread_mutex_t** lock) { pthread_cond_wait(c, *lock); }

/* std::call_once */
_Thread_local void* once_callable __asm__("_ZSt15__once_callable");
_Thread_local void (*once_call)(void) __asm__("_ZSt11__once_call");
void __once_proxy(void) { once_call(); }

/* A guard of a static variable: the first byte means done, the second in use. */
int __cxa_guard_acquire(_Atomic char* guard) {
  while (!atomic_load(&guard[0])) {
    char expected = 0;
    if (!atomic_compare_exchange_strong(&guard[1], &expected, 1)) continue;
    if (!atomic_load(&guard[0])) return 1;
    atomic_store(&guard[1], 0);
  }
  return 0;
}

void __cxa_guard_release(_Atomic char* guard) {
  atomic_store(&guard[0], 1);
  atomic_store(&guard[1], 0);
}

/* std::make_shared recognises itself by an address first; by type only with run-time type
 * information. */
int is_make_shared(const void* type) __asm__("_ZNSt19_Sp_make_shared_tag5_S_eqERKSt9type_info");
int is_make_shared(const void* type) {
  (void)type;
  return 0;
}
