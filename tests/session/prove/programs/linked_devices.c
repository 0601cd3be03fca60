// A list of devices, each on the heap, added and removed under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct list {
  struct list *n, *p;
};
struct dev {
  int id;
  struct list l;
};
struct list head = {&head, &head};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(struct list* e) {
  e->n = head.n;
  e->p = &head;
  head.n->p = e;
  head.n = e;
}

static void del(struct list* e) {
  e->p->n = e->n;
  e->n->p = e->p;
}

void* adder(void* a) {
  struct dev* d = malloc(sizeof *d);
  if (!d) return 0;
  d->id = 1;
  pthread_mutex_lock(&m);
  add(&d->l);
  pthread_mutex_unlock(&m);
  return 0;
}

void* remover(void* a) {
  pthread_mutex_lock(&m);
  if (head.n != &head) {
    struct dev* d = (struct dev*)((char*)head.n - __builtin_offsetof(struct dev, l));
#ifdef BUG
    free(d);
#endif
    del(&d->l);
    assert(d->id == 1);
#ifndef BUG
    free(d);
#endif
  }
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adder, 0);
  pthread_create(&b, 0, remover, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  remover(0);
  assert(head.n == &head);
  return 0;
}
