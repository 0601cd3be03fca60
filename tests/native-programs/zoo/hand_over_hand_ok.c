// Hand over hand: the next lock is taken before the last one is given back.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders at the first node; at the second one the order is then the same (the remover holds both,
// the walker has it before it lets the remover in).
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
  if (next != NULL) pthread_mutex_lock(&next->lock);
  pthread_mutex_unlock(&first.lock);
  if (next == NULL) return;
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
