// Sections that share nothing but open files: which of the two gets which number depends on their
// order.
// expect: verdict=clean executions=2
//
// The two sections in either order.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int numbers[2];

static void open_one(int* number) {
  pthread_mutex_lock(&m);
  *number = open("/dev/null", O_RDONLY);
  pthread_mutex_unlock(&m);
}

static void opens(void) { open_one(&numbers[0]); }
static void opens_too(void) { open_one(&numbers[1]); }

int main(void) {
  run2(opens, opens_too);
  assert(numbers[0] != numbers[1]);
  return 0;
}
