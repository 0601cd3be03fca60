// A ring of pointers: a slot keeps the pointer to a block that was freed until it is used again.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define SLOTS 2
struct message {
  int value;
};
struct message* ring[SLOTS];
int head, count;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* producer(void* unused) {
  for (;;) {
    struct message* const made = malloc(sizeof *made);
    if (made == NULL) return unused;
    made->value = 7;
    for (int done = 0; !done;) {
      pthread_mutex_lock(&lock);
      if (count < SLOTS) {
        ring[(head + count) % SLOTS] = made;
        count++;
        done = 1;
      }
      pthread_mutex_unlock(&lock);
    }
  }
}

void* consumer(void* unused) {
  for (;;) {
    struct message* got = NULL;
    pthread_mutex_lock(&lock);
#ifdef BUG
    got = ring[head];
    if (count > 0) {
#else
    if (count > 0) {
      got = ring[head];
#endif
      head = (head + 1) % SLOTS;
      count--;
    }
    pthread_mutex_unlock(&lock);
    if (got == NULL) continue;
    assert(got->value == 7);
    free(got);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, producer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
