/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that skein offers to programs. They also work without skein: an assertion is then
 * an ordinary assertion, a failed assumption ends the program quietly, and a choice is always 0.
 * An unknown input is the next number of SKEIN_ANY="3,-7,100", or lo if there is none.
 *
 *   skein_assert(condition)   must hold; if it does not, skein has found a bug
 *   skein_assume(condition)   explore only executions in which it holds
 *   skein_choose(n)           a value from 0 to n-1; skein explores each
 *   skein_any(lo, hi)         an unknown input from lo to hi: `skein prove` covers all its values,
 *                             `check` and `verify` those of --nondet
 *   skein_yield()             let other threads go first, if possible
 *   skein_is_active()         whether skein is running the program
 *
 * Compile with `skein cc` or with any compiler; no library is needed.
 */
#ifndef SKEIN_SKEIN_H
#define SKEIN_SKEIN_H

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by skein's runtime; absent without it. */
extern unsigned skein_runtime_choose(unsigned count) __attribute__((weak));
extern long long skein_runtime_any(long long lo, long long hi) __attribute__((weak));
extern void skein_runtime_assume(int holds) __attribute__((weak));
extern void skein_runtime_yield(void) __attribute__((weak));
extern int skein_runtime_is_active(void) __attribute__((weak));
extern void skein_runtime_fail(const char* expression, const char* file, unsigned line,
                               const char* function) __attribute__((weak, noreturn));

static inline int skein_is_active(void) {
  return skein_runtime_is_active != 0 && skein_runtime_is_active() != 0;
}

static inline unsigned skein_choose(unsigned count) {
  return skein_runtime_choose != 0 ? skein_runtime_choose(count) : 0;
}

#ifdef __SKEIN_IR__
static inline long long skein_any(long long lo, long long hi) { return skein_runtime_any(lo, hi); }
#else
/* How many unknown inputs the program has asked for, without skein; one for all its files. */
__attribute__((weak)) unsigned long skein_inputs_taken = 0;

/* The next number of SKEIN_ANY, within the bounds. */
static inline long long skein_any_alone(long long lo, long long hi) {
  unsigned long before = __atomic_fetch_add(&skein_inputs_taken, 1, __ATOMIC_SEQ_CST);
  const char* text = getenv("SKEIN_ANY");
  long long value = lo;
  if (lo > hi) {
    fprintf(stderr, "skein_any(%lld, %lld): no value\n", lo, hi);
    abort();
  }
  for (; text != 0 && before > 0; before--) {
    while (*text != 0 && *text != ',') text++;
    text = *text != 0 ? text + 1 : 0;
  }
  if (text != 0 && *text != 0) value = strtoll(text, 0, 10);
  return value < lo ? lo : value > hi ? hi : value;
}

static inline long long skein_any(long long lo, long long hi) {
  return skein_runtime_any != 0 ? skein_runtime_any(lo, hi) : skein_any_alone(lo, hi);
}
#endif

static inline void skein_assume(int holds) {
  if (skein_runtime_assume != 0) {
    skein_runtime_assume(holds);
  } else if (!holds) {
    exit(0);
  }
}

static inline void skein_yield(void) {
  if (skein_runtime_yield != 0) {
    skein_runtime_yield();
  } else {
    sched_yield();
  }
}

static inline void skein_fail(const char* expression, const char* file, unsigned line,
                              const char* function) {
  if (skein_runtime_fail != 0) skein_runtime_fail(expression, file, line, function);
  fprintf(stderr, "%s:%u: %s: assertion '%s' failed\n", file, line, function, expression);
  abort();
}

/* A macro, because only a macro knows the text and the place. */
#define skein_assert(condition) \
  ((condition) ? (void)0 : skein_fail(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
