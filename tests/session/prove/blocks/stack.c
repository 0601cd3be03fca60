// A stack of nodes that one thread pushes and another one pops and frees.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node* next;
};
struct node* top;
int height;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* pusher(void* unused) {
  for (;;) {
    struct node* made = malloc(sizeof *made);
    if (made == NULL) return unused;
    made->value = 7;
    pthread_mutex_lock(&lock);
    if (height < 2) {
      made->next = top;
      top = made;
      height++;
      made = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(made);
  }
}

void* popper(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct node* const got = top;
    if (got != NULL) {
      top = got->next;
      height--;
    }
#ifndef BUG
    pthread_mutex_unlock(&lock);
#endif
    if (got != NULL) {
      assert(got->value == 7);
      free(got);
    }
#ifdef BUG
    if (got != NULL) top = got;
    pthread_mutex_unlock(&lock);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, pusher, NULL);
  pthread_create(&second, NULL, popper, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
