// Two threads wait and count in the same variable, which races: it is reported, and no order of it
// is explored, for nothing reads the sum.
#include "common.h"

int polls;
static void* other(void* unused) {
  (void)unused;
  while (!is_set()) polls++;
  return NULL;
}
void poller(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  while (!is_set()) polls++;
  pthread_join(thread, NULL);
}
