// SPDX-License-Identifier: Apache-2.0
// Sequence numbers of one byte. BUG: the distance of two of them is taken without wrapping around.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

static unsigned char sent, received;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* sender(void* p) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    sent++;
    pthread_mutex_unlock(&m);
  }
  return p;
}

static void* receiver(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  const int under_way = sent - received;
#else
  const int under_way = (unsigned char)(sent - received);
#endif
  assert(under_way >= 0);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  sent = received = (unsigned char)skein_any(0, 255);
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
