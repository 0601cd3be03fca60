// The other end may be closed before the write: the signal ends the program.
// expect: verdict=bug kind=crash executions=2
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void* closer(void* p) {
  close(ends[0]);
  return p;
}
int main(void) {
  pthread_t t;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  pthread_create(&t, 0, closer, 0);
  write(ends[1], "x", 1);
  pthread_join(t, 0);
}
