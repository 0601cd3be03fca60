// SPDX-License-Identifier: Apache-2.0
// c-ares: two threads, each with a channel of its own, look up a number and localhost.
// packages: libc-ares-dev
// flags: -lcares
#include <ares.h>
#include <assert.h>
#include <netdb.h>
#include <pthread.h>

static void found(void* out, int status, int timeouts, struct ares_addrinfo* result) {
  (void)timeouts;
  *(int*)out = status == ARES_SUCCESS;
  if (result != NULL) ares_freeaddrinfo(result);
}

static void* look_up(void* name) {
  ares_channel channel;
  int is_found = 0;
  assert(ares_init(&channel) == ARES_SUCCESS);
  const struct ares_addrinfo_hints hints = {.ai_family = AF_INET};
  ares_getaddrinfo(channel, name, NULL, &hints, found, &is_found);
  assert(is_found);
  ares_destroy(channel);
  return NULL;
}

int main(void) {
  ares_library_init(ARES_LIB_INIT_ALL);
  pthread_t thread;
  pthread_create(&thread, NULL, look_up, "127.0.0.1");
  look_up("127.0.0.1");
  pthread_join(thread, NULL);
  ares_library_cleanup();
  return 0;
}
