// Keys come and go; a deleted key has no destructor calls, a new one no value.
// expect: verdict=clean executions=1
// preload: yes
//
// main alone at each time: one trace.
#include "../support/spawn.h"

static pthread_key_t key;
static int calls;

static void destroy(void* value) {
  (void)value;
  calls++;
}

static void user(void) { pthread_setspecific(key, &calls); }

static void deleter(void) {
  pthread_setspecific(key, &calls);
  assert(pthread_key_delete(key) == 0);
}

int main(void) {
  pthread_key_create(&key, destroy);
  join(spawn(user));
  assert(calls == 1);
  join(spawn(deleter));
  assert(calls == 1);
  pthread_key_create(&key, NULL);
  assert(pthread_getspecific(key) == NULL);
  join(spawn(user));
  assert(calls == 1);
  return 0;
}
