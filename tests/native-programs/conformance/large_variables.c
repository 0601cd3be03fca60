// Variables of 96 MB that begin as zeros, of which runs touch a few pages: every run finds zeros
// again, and what a constructor wrote.
// expect: verdict=clean executions=2
// preload: yes
//
// Two threads with one section each of the same mutex: two orders. Each order touches pages that
// the other does not: the first thread to come writes at the place of its own number.
#include <string.h>

#include "../support/spawn.h"

enum { kMega = 1 << 20 };

static char large[96 * kMega];
static char small_start = 3;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int arrived;

__attribute__((constructor)) static void before_main(void) { large[40 * kMega + 17] = 5; }

static void arrive(int number) {
  pthread_mutex_lock(&m);
  int place = arrived++;
  for (int page = 0; page < 100; page++) {
    char* at = &large[(10 + 20 * number) * kMega + 2 * kMega * place + 4096 * page];
    assert(*at == 0);
    *at = 1;
  }
  pthread_mutex_unlock(&m);
}

static void first(void) { arrive(0); }
static void second(void) { arrive(1); }

int main(void) {
  assert(small_start == 3 && large[40 * kMega + 17] == 5 && large[40 * kMega + 18] == 0);
  for (int i = 0; i < 96; i++) assert(large[i * kMega] == 0);
  assert(large[sizeof large - 1] == 0);
  small_start = 4;
  large[40 * kMega + 17] = 6;
  large[40 * kMega + 18] = 6;
  large[sizeof large - 1] = 6;
  memset(&large[60 * kMega - 100], 1, 8192);
  run2(first, second);
  return 0;
}
