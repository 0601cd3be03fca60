// Structures that are passed, returned, assigned and copied: all of it accesses memory. N is the
// form, see `copies`.
// expect: N=0 LOCKED=0 verdict=bug kind=race
// expect: N=1 LOCKED=0 verdict=bug kind=race
// expect: N=2 LOCKED=0 verdict=bug kind=race
// expect: N=3 LOCKED=0 verdict=bug kind=race
// expect: N=4 LOCKED=0 verdict=bug kind=race
// expect: N=5 LOCKED=0 verdict=bug kind=race
// expect: N=6 LOCKED=0 verdict=bug kind=race
// expect: N=7 LOCKED=0 verdict=bug kind=race
// expect: N=8 LOCKED=0 verdict=bug kind=race
// expect: N=9 LOCKED=0 verdict=bug kind=race
// expect: N=10 LOCKED=0 verdict=bug kind=race
// expect: N=11 LOCKED=0 verdict=bug kind=race
// expect: N=12 LOCKED=0 verdict=bug kind=race
// expect: N=13 LOCKED=0 verdict=bug kind=race
// expect: N=14 LOCKED=0 verdict=bug kind=race
// expect: N=15 LOCKED=0 verdict=bug kind=race
// expect: N=16 LOCKED=0 verdict=bug kind=race
// expect: N=17 LOCKED=0 verdict=bug kind=race
// expect: N=18 LOCKED=0 verdict=bug kind=race
// expect: N=19 LOCKED=0 verdict=bug kind=race
// expect: N=20 LOCKED=0 verdict=bug kind=race
// expect: N=21 LOCKED=0 verdict=bug kind=race
// expect: N=22 LOCKED=0 verdict=bug kind=race
// expect: N=23 LOCKED=0 verdict=bug kind=race
// expect: N=24 LOCKED=0 verdict=bug kind=race
// expect: N=25 LOCKED=0 verdict=bug kind=race
// expect: N=0 LOCKED=1 verdict=clean
// expect: N=1 LOCKED=1 verdict=clean
// expect: N=2 LOCKED=1 verdict=clean
// expect: N=3 LOCKED=1 verdict=clean
// expect: N=4 LOCKED=1 verdict=clean
// expect: N=5 LOCKED=1 verdict=clean
// expect: N=6 LOCKED=1 verdict=clean
// expect: N=7 LOCKED=1 verdict=clean
// expect: N=8 LOCKED=1 verdict=clean
// expect: N=9 LOCKED=1 verdict=clean
// expect: N=10 LOCKED=1 verdict=clean
// expect: N=11 LOCKED=1 verdict=clean
// expect: N=12 LOCKED=1 verdict=clean
// expect: N=13 LOCKED=1 verdict=clean
// expect: N=14 LOCKED=1 verdict=clean
// expect: N=15 LOCKED=1 verdict=clean
// expect: N=16 LOCKED=1 verdict=clean
// expect: N=17 LOCKED=1 verdict=clean
// expect: N=18 LOCKED=1 verdict=clean
// expect: N=19 LOCKED=1 verdict=clean
// expect: N=20 LOCKED=1 verdict=clean
// expect: N=21 LOCKED=1 verdict=clean
// expect: N=22 LOCKED=1 verdict=clean
// expect: N=23 LOCKED=1 verdict=clean
// expect: N=24 LOCKED=1 verdict=clean
// expect: N=25 LOCKED=1 verdict=clean
// needs: memory
//
// A race each, without a lock: the other thread changes a word of the structure. Functions and
// variables are not static, so that optimisation leaves the copies whole.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

struct Small {
  int a, b;
};
struct Pair {
  long a, b;
};
struct Big {
  long a[3];
};
struct Large {
  union {
    long a[40];
    char text[320];
  };
};
struct Outer {
  long before;
  struct Small inner;
};

struct Small small;
struct Pair pair, other_pair;
struct Big big, other_big, use_big;
struct Large large, other_large;
struct Outer outer;
struct Big* pointer;
static volatile int seen;
static int form, is_locked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) void take_small(struct Small s) { seen = s.a + s.b; }
__attribute__((noinline)) void take_pair(struct Pair p) { seen = (int)(p.a + p.b); }
__attribute__((noinline)) void take_big(struct Big b) { seen = (int)b.a[2]; }
__attribute__((noinline)) void take_large(struct Large l) { seen = (int)l.a[39]; }
__attribute__((noinline)) void take_any(int count, ...) {
  va_list list;
  va_start(list, count);
  seen = (int)va_arg(list, struct Big).a[2];
  va_end(list);
}
__attribute__((noinline)) struct Small make_small(void) { return (struct Small){1, seen}; }
__attribute__((noinline)) struct Pair make_pair(void) { return (struct Pair){1, seen}; }
__attribute__((noinline)) struct Big make_big(void) { return (struct Big){{1, 2, seen}}; }
__attribute__((noinline)) struct Large make_large(void) {
  struct Large made = {{{1, 2, 3}}};
  made.a[39] = seen;
  return made;
}
__attribute__((noinline)) struct Big get_big(void) { return big; }
static void (*volatile taker)(struct Big) = take_big;

static void copies(void) {
  switch (form) {
    case 0: take_small(small); break;
    case 1: take_pair(pair); break;
    case 2: take_big(big); break;
    case 3: take_large(large); break;
    case 4: take_big(*pointer); break;
    case 5: take_small(outer.inner); break;
    case 6: take_any(1, big); break;
    case 7: taker(big); break;
    case 8: small = make_small(); break;
    case 9: pair = make_pair(); break;
    case 10: big = make_big(); break;
    case 11: large = make_large(); break;
    case 12: *pointer = make_big(); break;
    case 13: outer.inner = make_small(); break;
    case 14: use_big = get_big(); break;
    case 15: big = other_big; break;
    case 16: other_large = large; break;
    case 17: big = (struct Big){{1, 2, 3}}; break;
    case 18: large = (struct Large){{{0}}}; break;
    case 19: __builtin_memcpy(&big, &other_big, sizeof big); break;
    case 20: __builtin_memcpy(&other_big, &big, sizeof big); break;
    case 21: __builtin_memmove(&pair, &other_pair, sizeof pair); break;
    case 22: __builtin_memset(&big, 0, sizeof big); break;
    case 23: seen = __builtin_memcmp(&pair, &other_pair, 8) == 0; break;
    case 24: __builtin_strcpy(large.text, "hello"); break;
    case 25: seen = (int)__builtin_strlen(large.text); break;
    default: abort();
  }
}

// A word in the middle or at the end of each structure that a form copies.
static void* other(void* unused) {
  if (is_locked) pthread_mutex_lock(&lock);
  small.b++;
  pair.a++;
  big.a[2]++;
  pointer->a[1]++;
  large.a[0]++;
  outer.inner.b++;
  if (is_locked) pthread_mutex_unlock(&lock);
  return unused;
}

int main(int count, char** arguments) {
  assert(count == 3);
  form = atoi(arguments[1]);
  is_locked = atoi(arguments[2]);
  pointer = calloc(1, sizeof *pointer);
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (is_locked) pthread_mutex_lock(&lock);
  copies();
  if (is_locked) pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  free(pointer);
  return 0;
}
