// N threads add to a counter, in all the ways that C has, and do not look at the result. With M = 0
// main reads it when they have ended; with M = 1 another thread reads it at any time; with M = 2
// another thread compares and exchanges it.
// expect: N=2 M=0 verdict=clean executions=1
// expect: N=8 M=0 verdict=clean executions=1
// expect: N=2 M=1 verdict=clean executions=4
// expect: N=5 M=1 verdict=clean executions=32
// expect: N=2 M=2 verdict=clean executions=4
// expect: N=5 M=2 verdict=clean executions=32
//
// The order of additions is not observable. A look at any time comes after some of them: 2^n.
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

// One byte, so that it wraps around.
static _Atomic unsigned char counter = 250;
static unsigned char* const plain = (unsigned char*)&counter;

static void* add(void* number) {
  const unsigned char n = (unsigned char)((intptr_t)number + 1);
  switch ((intptr_t)number) {
    case 0: atomic_fetch_add(&counter, n); break;
    case 1: counter += n; break;
    case 2: atomic_fetch_sub_explicit(&counter, (unsigned char)-n, memory_order_relaxed); break;
    case 3: __sync_fetch_and_add(plain, n); break;
    case 4: __sync_sub_and_fetch(plain, (unsigned char)-n); break;
    case 5: {
      const unsigned char old = atomic_fetch_add(&counter, n);
      (void)old;
      break;
    }
    case 6: __atomic_add_fetch(plain, n, __ATOMIC_RELEASE); break;
    default:
      for (int i = 0; i < n; ++i) counter++;
      break;
  }
  return NULL;
}

static void look(void) { (void)atomic_load(&counter); }

static void swap(void) {
  unsigned char expected = 253;  // 1 + 2
  atomic_compare_exchange_strong(&counter, &expected, 253);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  const int who = argc > 2 ? atoi(argv[2]) : 0;
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) pthread_create(&threads[i], NULL, add, (void*)(intptr_t)i);
  if (who != 0) join(spawn(who == 1 ? look : swap));
  for (int i = 0; i < n; ++i) join(threads[i]);
  assert(counter == (unsigned char)(250 + n * (n + 1) / 2));
  return 0;
}
