// Two threads write to each other through the two directions of a pair. A write says nothing to
// a thread that reads what comes the other way: the reader of `value` has waited for the wrong
// byte.
// expect: verdict=bug kind=race
// needs: memory
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int value;

// Writes to the other end, and is not read by anybody.
static void* writer(void* p) {
  value = 1;
  assert(write(ends[0], "x", 1) == 1);
  return p;
}

static void* other(void* p) {
  assert(write(ends[1], "y", 1) == 1);
  return p;
}

int main(void) {
  pthread_t a, b;
  char c;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, other, 0);
  assert(read(ends[0], &c, 1) == 1 && c == 'y');
  value = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
}
