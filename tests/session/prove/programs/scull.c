// SPDX-License-Identifier: Apache-2.0
// A device with a lock of its own in a struct, read and written with unknown counts. BUG: the write
// is not clipped.
#include "competition.h"
enum { kSize = 8 };
struct device {
  pthread_mutex_t lock;
  int size;
  char data[kSize];
};
static struct device device = {PTHREAD_MUTEX_INITIALIZER, 0, {0}};

static int device_write(struct device* d, int at, int count, char value) {
  pthread_mutex_lock(&d->lock);
  for (int i = 0; i < count; i++) {
#ifdef BUG
    if (at > kSize + kSize) break;
#else
    if (at >= kSize) break;
#endif
    d->data[at++] = value;
  }
  if (d->size < at) d->size = at;
  if (d->size > kSize) d->size = kSize;
  pthread_mutex_unlock(&d->lock);
  return count;
}

static int device_read(struct device* d, int at) {
  int found = -1;
  pthread_mutex_lock(&d->lock);
  if (at < d->size) found = d->data[at];
  pthread_mutex_unlock(&d->lock);
  return found;
}

static void* writer(void* p) {
  const int at = __VERIFIER_nondet_int();
  const int count = __VERIFIER_nondet_int();
  assume_abort_if_not(at >= 0 && count >= 0 && count <= 8);
  device_write(&device, at, count, 1);
  return p;
}

static void* reader(void* p) {
  const int at = __VERIFIER_nondet_int();
  assume_abort_if_not(at >= 0);
  const int found = device_read(&device, at);
  check(found >= -1 && found <= 1);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
