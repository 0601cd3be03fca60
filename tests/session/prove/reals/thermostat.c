// Readings of two sensors, clamped; the mean stays in range. BUG: one end is not clamped.
#include <assert.h>
#include <pthread.h>

extern double __VERIFIER_nondet_double(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double reading[2];

static double clamp(double x) {
#ifdef BUG
  if (!(x >= -40.0)) return -40.0;
  return x;
#else
  if (!(x >= -40.0)) return -40.0;  // NaN too
  return x > 120.0 ? 120.0 : x;
#endif
}

static void* sensor(void* which) {
  const double x = clamp(__VERIFIER_nondet_double());
  pthread_mutex_lock(&lock);
  reading[(long)which] = x;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, sensor, (void*)0);
  pthread_create(&b, 0, sensor, (void*)1);
  pthread_mutex_lock(&lock);
  const double mean = (reading[0] + reading[1]) / 2;
  assert(mean >= -40.0 && mean <= 120.0);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
