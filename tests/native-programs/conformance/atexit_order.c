// Exit handlers run last to first, after main has returned.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static int stage;

static void expect_stage(int before) {
  assert(stage == before);
  stage++;
}

static void last(void) { expect_stage(3); }
static void middle(void) { expect_stage(2); }
static void first(void) { expect_stage(1); }

int main(void) {
  atexit(last);
  atexit(middle);
  atexit(first);
  expect_stage(0);
  return 0;
}
