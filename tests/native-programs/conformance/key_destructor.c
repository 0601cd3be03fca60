// Thread-specific values are destroyed when their thread ends, before a join returns.
// expect: verdict=clean executions=2
// preload: yes
//
// The two destructors add under a lock: 2 orders.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_key_t key;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void destroy(void* value) {
  pthread_mutex_lock(&m);
  sum += *(int*)value;
  pthread_mutex_unlock(&m);
  free(value);
}

static void* user(void* arg) {
  assert(pthread_getspecific(key) == NULL);
  int* value = malloc(sizeof *value);
  *value = (int)(intptr_t)arg;
  assert(pthread_setspecific(key, value) == 0);
  assert(pthread_getspecific(key) == value);
  return NULL;
}

int main(void) {
  assert(pthread_key_create(&key, destroy) == 0);
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, (void*)(i + 1));
  for (int i = 0; i < 2; i++) join(t[i]);
  assert(sum == 3);
  return 0;
}
