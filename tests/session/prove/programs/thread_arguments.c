// Each thread gets a pointer to its number: to one of its own, or to the loop's.
#include <assert.h>
#include <pthread.h>

#define N 3
int ids[N], done[N];
pthread_t th[N];

void* w(void* p) {
  int k = *(int*)p;
  assert(k >= 0 && k < N);
  done[k] = 1;
  return 0;
}

int main(void) {
#ifdef BUG
  int i;
  for (i = 0; i < N; i++) {
    pthread_create(&th[i], 0, w, &i);
  }
#else
  for (int i = 0; i < N; i++) {
    ids[i] = i;
    pthread_create(&th[i], 0, w, &ids[i]);
  }
#endif
  for (int j = 0; j < N; j++) pthread_join(th[j], 0);
  for (int j = 0; j < N; j++) assert(done[j] == 1);
  return 0;
}
