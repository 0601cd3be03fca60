// Two threads set bit-fields that share a word: each writes back its neighbour's bits as it read
// them, and may undo what the other wrote in between.
// expect: verdict=bug kind=assertion executions=4
// needs: memory
//
// Each thread reads the word and writes it. One after the other: 2 traces. Both reads before both
// writes: the reads commute, the writes do not: 2 more, and in these an assignment is lost.
#include "../support/spawn.h"

static struct {
  unsigned low : 4;
  unsigned high : 4;
} fields;

static void set_low(void) { fields.low = 1; }
static void set_high(void) { fields.high = 2; }

int main(void) {
  const pthread_t low = spawn(set_low);
  const pthread_t high = spawn(set_high);
  join(low);
  join(high);
  assert(fields.low == 1 && fields.high == 2);
  return 0;
}
