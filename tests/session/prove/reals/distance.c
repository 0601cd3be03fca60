// A root of a sum of squares is a number. BUG: of a difference it may not be one.
#include <assert.h>
#include <math.h>
#include <pthread.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double longest;

static void* measure(void* unused) {
  (void)unused;
  const double x = __VERIFIER_nondet_double();
  const double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(fabs(x) <= 1000.0 && fabs(y) <= 1000.0);
#ifdef BUG
  const double r = sqrt(x * x - y * y);
#else
  const double r = sqrt(x * x + y * y);
#endif
  assert(!isnan(r));
  pthread_mutex_lock(&lock);
  longest = fmax(longest, r);
  assert(longest <= 1415.0);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, measure, 0);
  measure(0);
  pthread_join(a, 0);
  return 0;
}
