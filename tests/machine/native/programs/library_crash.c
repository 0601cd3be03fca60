// A crash in the C library, in one of the two orders; in the other the assertion fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int flag;
static const char* volatile nothing;
static volatile unsigned long sink;

static void* reader(void* arg) {
  if (atomic_load(&flag) == 0) sink = strlen(nothing);
  assert(atomic_load(&flag) == 0);
  return arg;
}

static void* writer(void* arg) {
  atomic_store(&flag, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
