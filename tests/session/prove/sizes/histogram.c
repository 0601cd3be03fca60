// SPDX-License-Identifier: Apache-2.0
// Two threads count values in a histogram with a configured number of bins. BUG: a value equal to
// the number of bins is counted too.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdlib.h>

static unsigned bins;
static unsigned* histogram;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(unsigned value) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (value > bins) value = bins - 1;
#else
  if (value >= bins) value = bins - 1;
#endif
  histogram[value]++;
  pthread_mutex_unlock(&m);
}

static void* worker(void* p) {
  add((unsigned)skein_any(0, 10000));
  return p;
}

int main(void) {
  pthread_t a, b;
  bins = (unsigned)skein_any(1, 5000);
  histogram = calloc(bins, sizeof *histogram);
  if (histogram == NULL) return 1;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  unsigned sum = 0;
  for (unsigned i = 0; i < bins; i++) sum += histogram[i];
  free(histogram);
  return (int)(sum & 1);
}
