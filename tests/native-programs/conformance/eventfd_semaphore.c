// A counter that is a semaphore: each read takes one event.
// expect: verdict=clean
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int counter;
static void* post(void* p) {
  const uint64_t one = 1;
  write(counter, &one, 8);
  return p;
}
int main(void) {
  pthread_t t[2];
  counter = eventfd(0, EFD_SEMAPHORE);
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, post, 0);
  for (int i = 0; i < 2; ++i) {
    uint64_t n;
    read(counter, &n, 8);
  }
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
