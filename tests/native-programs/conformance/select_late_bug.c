// A timeout may come before the byte, or not.
// expect: verdict=bug kind=assertion
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>
static int ends[2];
static void* writer(void* p) {
  write(ends[1], "x", 1);
  return p;
}
int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  pthread_create(&t, 0, writer, 0);
  fd_set reads;
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  struct timeval second = {1, 0};
  const int ready = select(ends[0] + 1, &reads, 0, 0, &second);
  assert(ready == 1 && FD_ISSET(ends[0], &reads));
  pthread_join(t, 0);
}
