// A semaphore as a signal, one as a lock.
// expect: verdict=clean executions=2
// preload: yes
//
// The sender's section and the receiver's first one come in 2 orders; the receiver's second one
// comes after the post, and so after both. The post and its wait have one order.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lock, sent;
static int n;

static void section(void) {
  sem_wait(&lock);
  n++;
  sem_post(&lock);
}

static void* sender(void* arg) {
  section();
  sem_post(&sent);
  return arg;
}

static void* receiver(void* arg) {
  section();
  sem_wait(&sent);
  section();
  return arg;
}

int main(void) {
  sem_init(&lock, 0, 1);
  sem_init(&sent, 0, 0);
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(n == 3);
  return 0;
}
