// Transfers between two accounts, each with a lock of its own, found through pointers.
#include <assert.h>
#include <pthread.h>

struct cell {
  pthread_mutex_t m;
  int v;
} A = {PTHREAD_MUTEX_INITIALIZER, 5}, B = {PTHREAD_MUTEX_INITIALIZER, 5};

void* mv(void* x) {
  struct cell* s = x;
  struct cell* o = (s == &A) ? &B : &A;
#ifdef BUG
  pthread_mutex_lock(&s->m);
  pthread_mutex_lock(&o->m);
#else
  pthread_mutex_lock(&A.m);
  pthread_mutex_lock(&B.m);
#endif
  s->v--;
  o->v++;
  pthread_mutex_unlock(&o->m);
  pthread_mutex_unlock(&s->m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, mv, &A);
  pthread_create(&b, 0, mv, &B);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(A.v + B.v == 10);
  return 0;
}
