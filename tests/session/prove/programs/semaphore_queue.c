// A bounded queue with two semaphores; what comes out is what went in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define N 3
sem_t items, room;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int q[N], h, t;
extern int __VERIFIER_nondet_int(void);

void* prod(void* a) {
  for (int i = 0; i < 6; i++) {
    int v = __VERIFIER_nondet_int();
    if (v < 0 || v > 9) v = 0;
    sem_wait(&room);
    pthread_mutex_lock(&m);
    q[t] = v;
    t = (t + 1) % N;
    pthread_mutex_unlock(&m);
    sem_post(&items);
  }
  return 0;
}

void* cons(void* a) {
  for (int i = 0; i < 6; i++) {
    sem_wait(&items);
    pthread_mutex_lock(&m);
    int v = q[h];
    h = (h + 1) % N;
    pthread_mutex_unlock(&m);
#ifdef BUG
    assert(v != 9);
#else
    assert(v >= 0 && v <= 9);
#endif
    sem_post(&room);
  }
  return 0;
}

int main(void) {
  sem_init(&items, 0, 0);
  sem_init(&room, 0, N);
  pthread_t a, b;
  pthread_create(&a, 0, prod, 0);
  pthread_create(&b, 0, cons, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
