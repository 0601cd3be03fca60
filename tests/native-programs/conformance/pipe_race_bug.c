// A pipe orders nothing for a thread that does not read it.
// expect: verdict=bug kind=race
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], other[2];
static int value;

static void* writer(void* p) {
  value = 1;
  assert(write(ends[1], "x", 1) == 1);
  return p;
}

int main(void) {
  pthread_t t;
  char c;
  assert(pipe(ends) == 0 && pipe(other) == 0);
  assert(write(other[1], "y", 1) == 1);
  pthread_create(&t, 0, writer, 0);
  assert(read(other[0], &c, 1) == 1);
  const int seen = value;
  pthread_join(t, 0);
  return seen > 1;
}
