// Not deterministic, and in a way that skein does not control: which lock is taken depends on the
// processor's cycle counter.
#include <pthread.h>

static pthread_mutex_t m[64];

int main(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  for (int i = 0; i < 64; i++) pthread_mutex_init(&m[i], NULL);
  pthread_mutex_lock(&m[(low >> 4) % 64]);
  return 0;
}
