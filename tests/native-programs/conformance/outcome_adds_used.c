// N threads add to a counter and keep the result, each in another way.
// expect: N=2 verdict=clean executions=2
// expect: N=4 verdict=clean executions=24
//
// The results show the order: n!.
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

static atomic_int counter;
int kept[4];

static void* add(void* number) {
  int* const own = &kept[(intptr_t)number];
  switch ((intptr_t)number) {
    case 0: *own = atomic_fetch_add(&counter, 1); break;
    case 1: *own = counter++; break;
    case 2:
      if (atomic_fetch_sub(&counter, 1) == 2) *own = 1;
      break;
    default: return (void*)(intptr_t)++counter;
  }
  return NULL;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t threads[4];
  int sum = 0;
  for (int i = 0; i < n; ++i) pthread_create(&threads[i], NULL, add, (void*)(intptr_t)i);
  for (int i = 0; i < n; ++i) {
    void* result = NULL;
    pthread_join(threads[i], &result);
    sum += (int)(intptr_t)result + kept[i];
  }
  assert(sum >= 0);
  return 0;
}
