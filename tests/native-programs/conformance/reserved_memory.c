// Memory that is reserved before main and made writable in parts, before main and in a run: each
// run finds it as it was, the next part all zeros.
// expect: verdict=clean executions=2
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
  assert(mprotect(reserved, 2 * kPage, PROT_READ | PROT_WRITE) == 0);
  reserved[0] = 1;
  reserved[kPage] = 2;
}

static void* count(void* p) {
  pthread_mutex_lock(&m);
  ++reserved[0];
  ++reserved[kPage];
  ++reserved[2 * kPage];
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  assert(reserved[0] == 1 && reserved[kPage] == 2);
  assert(mprotect(reserved, 4 * kPage, PROT_READ | PROT_WRITE) == 0);
  assert(reserved[2 * kPage] == 0);
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(reserved[0] == 3 && reserved[kPage] == 4 && reserved[2 * kPage] == 2);
}
