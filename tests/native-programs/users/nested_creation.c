// Threads that create threads: names mean the same in every schedule, no false nondeterminism.
// expect: verdict=clean executions=6
// preload: yes
//
// Two parents, each with one section before and one child with one section: per family the parent's
// section comes before the child's. 4 sections on one lock, 4! orders, in a quarter of which both
// families are in order: 6.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void section(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}

static void* child(void* arg) {
  section();
  return arg;
}

static void* parent(void* arg) {
  section();
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, parent, NULL);
  pthread_create(&b, NULL, parent, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(n == 4);
  return 0;
}
