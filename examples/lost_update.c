// A lost update: everyone's first concurrency bug, in C.
//
// Two threads add 1 to a counter. The counter is atomic, and still an addition can get lost: the
// load and the store are two steps, and another thread can come between them. atomic_fetch_add
// would be one.
//
//   skein check examples/lost_update.c

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_int counter;

void* adder(void* unused) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, adder, NULL);
  pthread_create(&second, NULL, adder, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  printf("counter = %d\n", counter);
  assert(counter == 2);
}
