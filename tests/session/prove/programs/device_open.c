// SPDX-License-Identifier: Apache-2.0
// Callbacks of a driver in an unknown order, one thread each, with a state that must be right. BUG:
// close does not look at it.
#include <string.h>

#include "competition.h"
enum state { kClosed, kOpen };
struct device {
  pthread_mutex_t lock;
  enum state state;
  int users;
  char name[8];
};
static struct device device;

static int device_open(void) {
  pthread_mutex_lock(&device.lock);
  device.users++;
  device.state = kOpen;
  pthread_mutex_unlock(&device.lock);
  return 0;
}

static void device_close(void) {
  pthread_mutex_lock(&device.lock);
#ifndef BUG
  if (device.users > 0)
#endif
  {
    device.users--;
    if (device.users == 0) device.state = kClosed;
  }
  check(device.users >= 0);
  pthread_mutex_unlock(&device.lock);
}

static void* callbacks(void* p) {
  for (int i = 0; i < 2; i++) {
    switch (__VERIFIER_nondet_int()) {
      case 1: device_open(); break;
      case 2: device_close(); break;
      default: break;
    }
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  memset(&device, 0, sizeof device);
  pthread_mutex_init(&device.lock, 0);
  strcpy(device.name, "dev0");
  pthread_create(&a, 0, callbacks, 0);
  pthread_create(&b, 0, callbacks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(strcmp(device.name, "dev0") == 0);
  return 0;
}
