// SPDX-License-Identifier: Apache-2.0
// A block is read, and a worker computes its checksum. BUG: the result of read may be -1, which is
// taken for a large number of bytes.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { kBlock = 6 };
static unsigned char block[kBlock];
static size_t length;
static unsigned sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* reader(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  length = (size_t)read(0, block, kBlock);
#else
  const ssize_t got = read(0, block, kBlock);
  length = got < 0 ? 0 : (size_t)got;
#endif
  pthread_mutex_unlock(&m);
  return p;
}

static void* adder(void* p) {
  pthread_mutex_lock(&m);
  for (size_t i = 0; i < length; i++) sum += block[i];
  assert(sum <= 255 * kBlock);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, adder, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
