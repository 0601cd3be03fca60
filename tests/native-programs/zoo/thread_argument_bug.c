// Every thread gets the address of the loop's variable, and reads it too late.
// expect: verdict=bug kind=assertion
//
// (The variable is atomic so that the bug shows without watching memory.)
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static int seen[2];

static void* worker(void* arg) {
  int i = atomic_load((atomic_int*)arg);
  if (i < 2) seen[i]++;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  atomic_int i;
  for (atomic_store(&i, 0); atomic_load(&i) < 2; atomic_fetch_add(&i, 1)) {
    pthread_create(&t[atomic_load(&i)], NULL, worker, &i);
  }
  join(t[0]);
  join(t[1]);
  assert(seen[0] == 1 && seen[1] == 1);
  return 0;
}
