// As exit_unwinds.cpp, in C: a cleanup handler is found by every pthread_exit, and in
// every run of the exploration.
// expect: verdict=clean executions=6
//
// The 3! orders of the three additions to one variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turn;
static int handled;  // joined before it is read

static void handle(void* unused) {
  (void)unused;
  handled++;
}

// The second thread has a handler.
static void* thread(void* unused) {
  (void)unused;
  if (turn++ == 1) {
    pthread_cleanup_push(handle, NULL);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
  }
  pthread_exit(NULL);
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(handled == 1);
}
