// The counter is read after all, each in another way: more than two rounds are a bug, and
// found.
#if defined(BY_OTHER)
extern int polls;
#define BEFORE_SETTING assert(polls < 3)
#endif
#if defined(BY_ATOMIC)
extern int polls;
#define BEFORE_SETTING assert(__atomic_load_n(&polls, __ATOMIC_SEQ_CST) < 3)
#endif
#include "common.h"

#if defined(LIMIT)
void poller(void) {
  int polls = 0;
  while (!is_set()) {
    if (++polls > 2) assert(0);
  }
}
#elif defined(LEAVES)
void poller(void) {
  int polls = 0;
  while (!is_set()) {
    if (++polls > 2) break;
  }
  assert(is_set());
}
#elif defined(AFTER)
void poller(void) {
  int polls = 0;
  while (!is_set()) polls++;
  assert(polls < 3);
}
#elif defined(GLOBAL_AFTER)
int polls;
void poller(void) {
  while (!is_set()) polls++;
  assert(polls < 3);
}
#elif defined(BY_OTHER) || defined(BY_ATOMIC)
int polls;
void poller(void) {
  while (!is_set()) polls++;
}
#elif defined(RETURNED)
static NEVER_INLINE int wait(void) {
  int polls = 0;
  while (!is_set()) polls++;
  return polls;
}
void poller(void) { assert(wait() < 3); }
#elif defined(PASSED)
static NEVER_INLINE void judge(int count) { assert(count < 3); }
void poller(void) {
  int polls = 0;
  while (!is_set()) judge(++polls);
}
#elif defined(PASSED_ON_STACK)
static NEVER_INLINE void judge(int a, int b, int c, int d, int e, int f, int count) {
  assert(count + a + b + c + d + e + f < 3);
}
void poller(void) {
  int polls = 0;
  while (!is_set()) polls++;
  judge(0, 0, 0, 0, 0, 0, polls);
}
#elif defined(POINTED)
static int polls;
static int* volatile where = &polls;
void poller(void) {
  while (!is_set()) polls++;
  assert(*where < 3);
}
#elif defined(POINTED_LATER)
static int polls;
static NEVER_INLINE void judge(const int* count) { assert(*count < 3); }
void poller(void) {
  while (!is_set()) polls++;
  judge(&polls);
}
#elif defined(LOCAL_POINTED)
static NEVER_INLINE void judge(const int* count) { assert(*count < 3); }
void poller(void) {
  int polls = 0;
  while (!is_set()) polls++;
  judge(&polls);
}
#elif defined(INDEXED)
static int counts[40];
static volatile int number = 7;
void poller(void) {
  while (!is_set()) counts[7]++;
  assert(counts[number] < 3);
}
#elif defined(INDEXED_FAR)
static int counts[40];
static volatile int number = -20;
void poller(void) {
  while (!is_set()) counts[7]++;
  assert(counts[number + 27] < 3);
}
#elif defined(LOCAL_INDEXED)
void poller(void) {
  volatile int number = -2;
  volatile int counts[8] = {0};
  while (!is_set()) counts[0]++;
  assert(counts[number + 2] < 3);
}
#elif defined(MEMBER_POINTED)
struct Counts {
  int first;
  long polls;
} counts;
static NEVER_INLINE void judge(const struct Counts* all) { assert(all->polls < 3); }
void poller(void) {
  while (!is_set()) counts.polls++;
  judge(&counts);
}
#elif defined(COPIED)
static int polls;
void poller(void) {
  int copy;
  volatile size_t size = sizeof(copy);
  while (!is_set()) polls++;
  memcpy(&copy, &polls, size);
  assert(copy < 3);
}
#elif defined(BY_PIECES)
static union {
  uint32_t whole;
  unsigned char pieces[4];
} polls;
void poller(void) {
  while (!is_set()) polls.whole++;
  assert(polls.pieces[0] < 3);
}
#elif defined(BY_FILE)
int polls;
void judge_polls(void);
void poller(void) {
  while (!is_set()) polls++;
  judge_polls();
}
#elif defined(WRAPS)
void poller(void) {
  unsigned char polls = 253;
  while (!is_set()) {
    if (++polls == 0) assert(0);
  }
}
#elif defined(CARRIES)
void poller(void) {
  unsigned polls = 0xfffffffdU;
  unsigned long high = 0;
  while (!is_set()) {
    unsigned sum = 0;
    high += __builtin_add_overflow(polls, 1U, &sum) ? 1 : 0;
    polls = sum;
  }
  assert(high == 0);
}
#elif defined(SHIFTED)
void poller(void) {
  unsigned polls = 0;
  unsigned seen = 0;
  while (!is_set()) seen |= 1U << polls++;
  assert(seen < 7);
}
#elif defined(AS_INDEX)
static volatile int table[8] = {0, 0, 0, 1, 1, 1, 1, 1};
void poller(void) {
  unsigned polls = 0;
  while (!is_set()) {
    ++polls;
    if (table[polls % 8] != 0) assert(0);
  }
}
#elif defined(SWITCHED)
void poller(void) {
  unsigned polls = 0;
  int sum = 0;
  while (!is_set()) {
    switch (++polls) {
      case 1: sum += 5; break;
      case 2: sum ^= 9; break;
      case 3: assert(0); break;
      case 4: sum -= 3; break;
      case 5: sum *= 3; break;
      case 6: sum *= 7; break;
      default: break;
    }
  }
}
#elif defined(FLOATING)
void poller(void) {
  double polls = 0;
  while (!is_set()) polls += 1;
  assert(polls < 3);
}
#elif defined(CLEANED_UP)
static NEVER_INLINE void judge(const int* count) { assert(*count < 3); }
void poller(void) {
  __attribute__((cleanup(judge))) int polls = 0;
  while (!is_set()) polls++;
}
#elif defined(IN_OTHER_FRAME)
static NEVER_INLINE int look(void) { return is_set(); }
void poller(void) {
  int polls = 0;
  while (!look()) polls++;
  assert(polls < 3);
}
#elif defined(JUMPS)
#include <setjmp.h>
static jmp_buf place;
static NEVER_INLINE void jump(void) { longjmp(place, 1); }
void poller(void) {
  volatile int polls = 0;
  if (setjmp(place) != 0) {
    assert(polls < 3);
    return;
  }
  while (!is_set()) polls++;
  jump();
}
#elif defined(NEXT_CALL)
static NEVER_INLINE int count(int by) {
  static int polls;
  return by == 0 ? polls : (polls += by, 0);
}
void poller(void) {
  while (!is_set()) count(1);
  assert(count(0) < 3);
}
#elif defined(DIVIDES)
void poller(void) {
  int polls = -3;
  volatile int sink = 0;
  while (!is_set()) sink = 5 / polls++;
  (void)sink;
}
#elif defined(ASSEMBLY)
static int polls;
void poller(void) {
  while (!is_set()) polls++;
  int seen = 0;
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(polls));
  assert(seen < 3);
}
#elif defined(SEED)
// What is compared with is another value in the first round than in the others, and dead after each
// call.
static Flag word = 2;
void poller(void) {
  int expected = 1;
  while (1) {
    int seen = expected;
    if (atomic_compare_exchange_strong(&word, &seen, 9)) assert(0);
    if (is_set()) return;
    expected = 2;
  }
}
#endif
