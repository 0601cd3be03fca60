// Readers and a writer: few traces, not hundreds.
// expect: verdict=clean executions=8
// preload: yes
//
// Each of 3 readers comes before or after the writer: 2^3.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void* reader(void* arg) {
  pthread_rwlock_rdlock(&rw);
  assert(x == y);
  pthread_rwlock_unlock(&rw);
  return arg;
}

static void* writer(void* arg) {
  pthread_rwlock_wrlock(&rw);
  x++;
  y++;
  pthread_rwlock_unlock(&rw);
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, reader, NULL);
  pthread_create(&t[3], NULL, writer, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
