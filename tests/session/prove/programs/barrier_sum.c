// Each thread writes its part, waits for the other one, and adds both.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_barrier_t b;
int part[2], sum[2];

void* w(void* a) {
  long id = (long)a;
  int v = __VERIFIER_nondet_int();
  if (v < 0 || v > 50) v = 1;
  part[id] = v;
#ifndef BUG
  pthread_barrier_wait(&b);
#endif
  sum[id] = part[0] + part[1];
  assert(sum[id] <= 100);
  return 0;
}

int main(void) {
  pthread_barrier_init(&b, 0, 2);
  pthread_t x, y;
  pthread_create(&x, 0, w, (void*)0);
  pthread_create(&y, 0, w, (void*)1);
  pthread_join(x, 0);
  pthread_join(y, 0);
  assert(sum[0] >= 0 && sum[1] >= 0);
  return 0;
}
