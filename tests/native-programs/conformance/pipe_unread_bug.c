// The reader waits for a second byte, and the writing end stays open.
// expect: verdict=bug kind=deadlock executions=2
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void* writer(void* p) {
  write(ends[1], "x", 1);
  return p;
}
int main(void) {
  pthread_t t;
  char c[2];
  pipe(ends);
  pthread_create(&t, 0, writer, 0);
  read(ends[0], c, 1);
  read(ends[0], c, 1);
  pthread_join(t, 0);
}
