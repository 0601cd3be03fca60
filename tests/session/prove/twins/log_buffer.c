// SPDX-License-Identifier: Apache-2.0
// A log that begins anew at the end of its buffer. BUG: it begins anew one character too late.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kRoom = 4 };
static char log_text[kRoom];
static int at;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* writer(void* p) {
  const int length = (int)skein_any(0, 3);
  pthread_mutex_lock(&m);
  for (int i = 0; i < length; i++) {
    assert(at < kRoom);
    log_text[at] = 'x';
#ifdef BUG
    at = at == kRoom ? 0 : at + 1;
#else
    at = at == kRoom - 1 ? 0 : at + 1;
#endif
  }
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
