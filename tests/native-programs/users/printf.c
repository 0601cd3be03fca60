// Threads that print: the text is not repeated for every run, and it makes no false alarm.
// expect: verdict=clean
// preload: yes
//
// No count: whether printing to one stream is ordered is the runtime's to say. At least 2, for the
// lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  int mine = ++n;
  pthread_mutex_unlock(&m);
  printf("thread %s is number %d\n", (const char*)arg, mine);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, "a");
  pthread_create(&b, NULL, worker, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  puts("done");
  return 0;
}
