// A ratio with a divisor that another thread sets, checked under the lock. BUG: not checked.
#include <assert.h>
#include <math.h>
#include <pthread.h>

extern double __VERIFIER_nondet_double(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double divisor = 1.0;

static void* writer(void* unused) {
  (void)unused;
  const double d = __VERIFIER_nondet_double();
  pthread_mutex_lock(&lock);
  if (isfinite(d)) divisor = d;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  pthread_mutex_lock(&lock);
#ifndef BUG
  if (fabs(divisor) >= 0.25)
#endif
  {
    const double q = 8.0 / divisor;
    assert(fabs(q) <= 32.0);
  }
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
