// A loop that polls two pipes until both have ended.
// expect: verdict=clean
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int a[2], b[2];
static void* writer(void* p) {
  int* ends = p;
  write(ends[1], "xy", 2);
  close(ends[1]);
  return 0;
}
int main(void) {
  pthread_t t[2];
  assert(pipe(a) == 0 && pipe(b) == 0);
  pthread_create(&t[0], 0, writer, a);
  pthread_create(&t[1], 0, writer, b);
  struct pollfd entries[2] = {{a[0], POLLIN, 0}, {b[0], POLLIN, 0}};
  int open = 2, bytes = 0;
  while (open > 0) {
    assert(poll(entries, 2, -1) > 0);
    for (int i = 0; i < 2; ++i) {
      if (entries[i].revents == 0) continue;
      char c[8];
      const ssize_t n = read(entries[i].fd, c, sizeof(c));
      assert(n >= 0);
      bytes += (int)n;
      if (n == 0) {
        entries[i].fd = -1;
        --open;
      }
    }
  }
  assert(bytes == 4);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
