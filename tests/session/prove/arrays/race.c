// Both threads write the same large array, at unknown places.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 20000
int table[SIZE];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* writer(void* unused) {
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  table[i] = 1;
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, writer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
