// One thread makes messages for ever, another one frees them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
  int value;
};
struct message* slot;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;

void* producer(void* unused) {
  for (;;) {
    struct message* const made = malloc(sizeof *made);
    if (made == NULL) return unused;
    made->value = 7;
    pthread_mutex_lock(&lock);
    while (slot != NULL) pthread_cond_wait(&empty, &lock);
    slot = made;
    pthread_cond_signal(&full);
    pthread_mutex_unlock(&lock);
  }
}

void* consumer(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (slot == NULL) pthread_cond_wait(&full, &lock);
    struct message* const got = slot;
    slot = NULL;
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&lock);
    assert(got->value == 7);
    free(got);
#ifdef BUG
    if (got->value == 8) return unused;
#endif
  }
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, producer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
