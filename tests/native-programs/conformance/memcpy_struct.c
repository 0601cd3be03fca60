// Structures are copied, set and compared as a whole, under a lock.
// expect: verdict=clean executions=6
//
// Three sections on one lock: 3!.
#define _GNU_SOURCE
#include <string.h>

#include "../support/spawn.h"

struct Record {
  char name[40];
  long values[8];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct Record shared;

static void publish(char letter, long value) {
  struct Record local;
  memset(&local, 0, sizeof local);
  memset(local.name, letter, sizeof local.name - 1);
  for (int i = 0; i < 8; i++) local.values[i] = value;
  pthread_mutex_lock(&m);
  memcpy(&shared, &local, sizeof shared);
  pthread_mutex_unlock(&m);
}

static void first(void) { publish('a', 1); }
static void second(void) { publish('b', 2); }

static void reader(void) {
  pthread_mutex_lock(&m);
  struct Record copy = shared;
  memmove(copy.name + 1, copy.name, sizeof copy.name - 1);
  pthread_mutex_unlock(&m);
  assert(copy.values[0] == copy.values[7]);
  assert(copy.values[0] == 0 || copy.name[0] == 'a' - 1 + copy.values[0]);
}

int main(void) {
  run3(first, second, reader);
  return 0;
}
