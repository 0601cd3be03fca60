// The counter is read where an exception is caught, and nowhere else.
#include <atomic>

#include "common.h"

static NEVER_INLINE void fail() { throw 1; }

#if defined(LOCAL)
void poller() {
  int polls = 0;
  try {
    while (!is_set()) polls++;
    fail();
  } catch (int) {
    assert(polls < 3);
  }
}
#elif defined(GLOBAL)
static int polls;
void poller() {
  try {
    while (!is_set()) polls++;
    fail();
  } catch (int) {
    assert(polls < 3);
  }
}
#elif defined(OUTER)
static NEVER_INLINE void look() {
  if (is_set()) throw 1;
}
void poller() {
  int polls = 0;
  try {
    while (true) {
      look();
      polls++;
    }
  } catch (int) {
    assert(polls < 3);
  }
}
#elif defined(DESTROYED)
struct Counter {
  int polls = 0;
  ~Counter() { assert(polls < 3); }
};
void poller() {
  Counter counter;
  while (!is_set()) counter.polls++;
}
#elif defined(CAPTURED)
void poller() {
  int polls = 0;
  const auto judge = [&] { assert(polls < 3); };
  while (!is_set()) polls++;
  judge();
}
#endif
