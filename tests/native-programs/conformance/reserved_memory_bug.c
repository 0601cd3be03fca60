// Threads leave marks in memory that was reserved before main: the first mark is not always that
// of the same thread.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// Two threads take a lock, in two orders.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

enum { kPage = 4096 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* reserved;

__attribute__((constructor)) static void reserve(void) {
  reserved = mmap(0, 16 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(mprotect(reserved, kPage, PROT_READ | PROT_WRITE) == 0);
}

static void* mark(void* name) {
  pthread_mutex_lock(&m);
  char* const end = reserved + (reserved[0] != 0);
  *end = *(char*)name;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, mark, "a");
  pthread_create(&b, 0, mark, "b");
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(reserved[1] != 0);
  assert(reserved[0] == 'a');
}
