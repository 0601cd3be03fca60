// Two threads count unknown keys in a table that is too large to keep its elements apart.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 50000
int counts[SIZE];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(unsigned key) {
#ifdef BUG
  if (key > SIZE) return;
#else
  if (key >= SIZE) return;
#endif
  pthread_mutex_lock(&lock);
  counts[key]++;
  pthread_mutex_unlock(&lock);
}

void* worker(void* unused) {
  for (int i = 0; i < 3; ++i) count(__VERIFIER_nondet_uint());
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  const unsigned key = __VERIFIER_nondet_uint() % SIZE;
  assert(counts[key] >= 0);
  return 0;
}
