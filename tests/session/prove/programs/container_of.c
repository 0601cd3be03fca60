// SPDX-License-Identifier: Apache-2.0
// A driver's work item lies in its device; the worker finds the device from it. BUG: the device is
// changed without its lock.
#include <stddef.h>

#include "competition.h"
struct work {
  void (*run)(struct work*);
};
struct device {
  pthread_mutex_t lock;
  int opens;
  struct work work;
};
#define container_of(ptr, type, member) ((type*)((char*)(ptr)-offsetof(type, member)))

static struct device* probed;

static void work_run(struct work* w) {
  struct device* const d = container_of(w, struct device, work);
  pthread_mutex_lock(&d->lock);
  d->opens++;
  pthread_mutex_unlock(&d->lock);
}

static void* worker(void* p) {
  struct work* const w = p;
  w->run(w);
  return 0;
}

static int probe(void) {
  struct device* const d = malloc(sizeof *d);
  if (d == 0) return -1;
  pthread_mutex_init(&d->lock, 0);
  d->opens = 0;
  d->work.run = work_run;
  probed = d;
  return 0;
}

int main(void) {
  pthread_t t;
  if (probe() != 0) return 0;
  pthread_create(&t, 0, worker, &probed->work);
#ifndef BUG
  pthread_mutex_lock(&probed->lock);
#endif
  probed->opens++;
#ifndef BUG
  pthread_mutex_unlock(&probed->lock);
#endif
  pthread_join(t, 0);
  check(probed->opens == 2);
  free(probed);
  return 0;
}
