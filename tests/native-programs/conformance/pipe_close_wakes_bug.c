// A thread that waits for data is not woken by a close of its own descriptor in another thread: the
// kernel keeps the file until the read returns, so the writing end sees no difference either.
// expect: verdict=bug kind=deadlock executions=2
//
// The close comes before the read, which then fails, or after it has begun to wait.
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void* reader(void* p) {
  char c;
  read(ends[0], &c, 1);
  return p;
}
int main(void) {
  pthread_t t;
  if (pipe(ends) != 0) return 1;
  pthread_create(&t, 0, reader, 0);
  close(ends[0]);
  pthread_join(t, 0);
}
