// SPDX-License-Identifier: Apache-2.0
// A module with a device: the callbacks run once it is registered, and not after it was taken away.
// What they write needs the module's lock. BUG: probe writes after registering, without it.
#include "competition.h"
struct module_data {
  pthread_mutex_t lock;
  int open_count;
  unsigned flags : 3;
};
static struct module_data* data;
static pthread_t user;
static int is_registered;

static void* user_thread(void* p) {
  struct module_data* const d = p;
  const int calls = __VERIFIER_nondet_int();
  for (int i = 0; i < 2 && i < calls; i++) {
    pthread_mutex_lock(&d->lock);
    d->open_count++;
    d->flags = 1;
    pthread_mutex_unlock(&d->lock);
  }
  return 0;
}

static int probe(void) {
  data = calloc(1, sizeof *data);
  if (data == 0) return -1;
  pthread_mutex_init(&data->lock, 0);
#ifndef BUG
  data->open_count = 0;
#endif
  pthread_create(&user, 0, user_thread, data);
  is_registered = 1;
#ifdef BUG
  data->open_count = 0;
#endif
  return 0;
}

static void disconnect(void) {
  if (is_registered) pthread_join(user, 0);
  check(data->open_count >= 0 && data->open_count <= 2);
  pthread_mutex_destroy(&data->lock);
  free(data);
}

int main(void) {
  const int error = probe();
  if (error) return 0;
  disconnect();
  return 0;
}
