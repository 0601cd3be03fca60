// SPDX-License-Identifier: Apache-2.0
// A driver's module: work is registered with init, and removed before exit.
// BUG: exit frees what the worker may still use.
#include "competition.h"
struct device {
  pthread_mutex_t lock;
  int count;
};
static struct device* dev;
static pthread_t worker;
static void* work(void* p) {
  pthread_mutex_lock(&dev->lock);
  dev->count++;
  pthread_mutex_unlock(&dev->lock);
  return p;
}
static int init(void) {
  dev = malloc(sizeof *dev);
  if (!dev) return -1;
  pthread_mutex_init(&dev->lock, 0);
  dev->count = 0;
  pthread_create(&worker, 0, work, 0);
  return 0;
}
static void leave(void) {
#ifdef BUG
  pthread_mutex_lock(&dev->lock);
  dev->count--;
  pthread_mutex_unlock(&dev->lock);
  free(dev);
  pthread_join(worker, 0);
#else
  pthread_join(worker, 0);
  check(dev->count == 1);
  free(dev);
#endif
}
int main(void) {
  if (init() == 0) leave();
  return 0;
}
