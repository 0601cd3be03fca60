// The writer of more than a pipe holds waits for the reader.
// expect: verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
enum { kSize = 200000 };
static int ends[2];
static char data[kSize];
static void* writer(void* p) {
  for (int i = 0; i < kSize; ++i) data[i] = (char)(i % 251);
  assert(write(ends[1], data, kSize) == kSize);
  close(ends[1]);
  return p;
}
int main(void) {
  pthread_t t;
  static char got[kSize];
  int n = 0;
  assert(pipe(ends) == 0);
  pthread_create(&t, 0, writer, 0);
  for (;;) {
    const ssize_t more = read(ends[0], got + n, kSize - n > 65536 ? 65536 : kSize - n);
    assert(more >= 0);
    if (more == 0) break;
    n += (int)more;
  }
  assert(n == kSize);
  for (int i = 0; i < kSize; ++i) assert(got[i] == (char)(i % 251));
  pthread_join(t, 0);
}
