// Records in a large table: the fields of a record are kept apart, and its initial contents count.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 10000
struct record {
  int key;
  short state;
  char* name;
};
static struct record table[SIZE] = {[17] = {.key = 4, .state = 1}};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* writer(void* unused) {
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
  pthread_mutex_lock(&lock);
  table[i].key = 9;
  table[i].state = 2;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
  pthread_mutex_lock(&lock);
  const int key = table[i].key;
  const int state = table[i].state;
  assert(table[i].name == NULL);
  pthread_mutex_unlock(&lock);
#ifdef BUG
  assert(key == 0 || key == 9);
#else
  assert(key == 0 || key == 4 || key == 9);
#endif
  assert(state >= 0 && state <= 2);
  pthread_join(thread, NULL);
  return 0;
}
