// An integer input scaled to volts, and back to a row of a table. BUG: one row is missing.
// shown
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

#ifdef BUG
#define ROWS 50
#else
#define ROWS 51
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits[ROWS];

static void* sample(void* unused) {
  (void)unused;
  const double volts = (double)skein_any(0, 1023) / 1023.0 * 5.0;
  assert(volts >= 0 && volts <= 5.0);
  const int row = (int)(volts * 10.0);
  pthread_mutex_lock(&lock);
  hits[row] = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, sample, 0);
  sample(0);
  pthread_join(a, 0);
  return 0;
}
