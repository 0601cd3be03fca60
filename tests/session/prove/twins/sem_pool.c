// SPDX-License-Identifier: Apache-2.0
// A pool of connections guarded by a semaphore; their number is configured. BUG: the semaphore
// lets one client too many in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <skein/skein.h>

static int size, used;
static sem_t places;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* client(void* p) {
  sem_wait(&places);
  pthread_mutex_lock(&m);
  used++;
  assert(used <= size);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  used--;
  pthread_mutex_unlock(&m);
  sem_post(&places);
  return p;
}

int main(void) {
  pthread_t a, b;
  size = (int)skein_any(1, 2);
#ifdef BUG
  sem_init(&places, 0, (unsigned)size + 1);
#else
  sem_init(&places, 0, (unsigned)size);
#endif
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(used == 0);
  return 0;
}
