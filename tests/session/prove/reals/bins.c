// A float as an index, after its range was checked. BUG: one value too many passes.
#include <assert.h>
#include <pthread.h>

extern float __VERIFIER_nondet_float(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int bins[8];

static void* put(void* unused) {
  (void)unused;
  const float x = __VERIFIER_nondet_float();
#ifdef BUG
  if (!(x >= 0 && x <= 8.0f)) return 0;
#else
  if (!(x >= 0 && x < 8.0f)) return 0;  // NaN fails too
#endif
  const int bin = (int)x;
  pthread_mutex_lock(&lock);
  bins[bin] += 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, put, 0);
  put(0);
  pthread_join(a, 0);
  return 0;
}
