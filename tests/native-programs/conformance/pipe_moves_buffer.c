// Threads pass one buffer on through pipes: what the kernel writes there is written after the pipe
// was read.
// expect: verdict=clean
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int there[2], back[2];
static char buffer[4];

static void* partner(void* p) {
  char go;
  assert(read(there[0], &go, 1) == 1);
  assert(memcmp(buffer, "abc", 4) == 0);
  memcpy(buffer, "xyz", 4);
  assert(write(back[1], "uvw", 4) == 4);
  return p;
}

int main(void) {
  pthread_t t;
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_create(&t, 0, partner, 0);
  memcpy(buffer, "abc", 4);
  assert(write(there[1], "!", 1) == 1);
  assert(read(back[0], buffer, 4) == 4);
  assert(memcmp(buffer, "uvw", 4) == 0);
  pthread_join(t, 0);
}
