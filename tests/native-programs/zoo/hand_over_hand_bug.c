// A list with a lock in each node: the walker lets go of a node before it has the next one, which
// is removed meanwhile.
// expect: verdict=bug kind=assertion
// preload: yes
#include "../support/spawn.h"

struct Node {
  pthread_mutex_t lock;
  struct Node* next;
  int is_removed;
};

static struct Node second = {PTHREAD_MUTEX_INITIALIZER, NULL, 0};
static struct Node first = {PTHREAD_MUTEX_INITIALIZER, &second, 0};

static void walker(void) {
  pthread_mutex_lock(&first.lock);
  struct Node* next = first.next;
  pthread_mutex_unlock(&first.lock);
  if (next == NULL) return;
  pthread_mutex_lock(&next->lock);
  assert(!next->is_removed);
  pthread_mutex_unlock(&next->lock);
}

static void remover(void) {
  pthread_mutex_lock(&first.lock);
  pthread_mutex_lock(&second.lock);
  first.next = NULL;
  second.is_removed = 1;
  pthread_mutex_unlock(&second.lock);
  pthread_mutex_unlock(&first.lock);
}

int main(void) {
  run2(walker, remover);
  return 0;
}
