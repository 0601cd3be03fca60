#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
/* One thread allocates, for ever, the other frees: the names of the blocks come back. */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static char* slot;
static void* producer(void* p) {
  for (;;) {
    char* s = malloc(8);
    strcpy(s, "msg");
    pthread_mutex_lock(&m);
    while (slot) pthread_cond_wait(&c, &m);
    slot = s;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (;;) {
    pthread_mutex_lock(&m);
    while (!slot) pthread_cond_wait(&c, &m);
    char* s = slot;
    slot = 0;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    assert(strcmp(s, "msg") == 0);
    free(s);
  }
}
