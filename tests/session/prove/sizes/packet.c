// SPDX-License-Identifier: Apache-2.0
// A packet with a header and as much data as it says, handed to another thread. BUG: the reader
// takes the length for that of the whole packet.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdlib.h>

struct packet {
  long length;
  int data[];
};

static struct packet* packet;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* reader(void* p) {
  pthread_mutex_lock(&m);
  if (packet != NULL) {
#ifdef BUG
    for (long i = 0; i < packet->length + 2; i++) assert(packet->data[i] <= 9);
#else
    for (long i = 0; i < packet->length; i++) assert(packet->data[i] <= 9);
#endif
  }
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  const long length = skein_any(1, 1000);
  struct packet* const fresh = calloc(1, sizeof *fresh + (size_t)length * sizeof(int));
  if (fresh == NULL) return 1;
  fresh->length = length;
  for (long i = 0; i < length; i++) fresh->data[i] = (int)skein_any(0, 9);
  pthread_create(&t, NULL, reader, NULL);
  pthread_mutex_lock(&m);
  packet = fresh;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  free(fresh);
  return 0;
}
