// Bit-fields of all shapes under a lock: no assignment is lost, and each keeps its value.
// expect: verdict=clean executions=2
// options: --reduce=outcome
// preload: yes
//
// Two critical sections: 2 traces.
#include "../support/spawn.h"

enum color { kRed, kGreen, kBlue };

#define FIELDS             \
  unsigned three : 3;      \
  int five : 5;            \
  unsigned seventeen : 17; \
  long long forty : 40;    \
  unsigned char one : 1;   \
  _Bool flag : 1;          \
  enum color color : 2;    \
  volatile int seven : 7;

struct padded {
  FIELDS
};
struct __attribute__((packed)) packed {
  char before;
  FIELDS
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct padded padded[2];
static struct packed packed[2];

#define SET(field, n)                          \
  do {                                         \
    (field).three = (n)&7;                     \
    (field).five = -(n);                       \
    (field).seventeen = 1001U * (unsigned)(n); \
    (field).forty = -123456789LL * (n);        \
    (field).one = (n)&1;                       \
    (field).flag = (n) > 2;                    \
    (field).color = (n) > 2 ? kBlue : kGreen;  \
    (field).seven = 10 * (n);                  \
    (field).seventeen ^= 5;                    \
    (field).five -= 2;                         \
    ++(field).seven;                           \
  } while (0)

#define CHECK(field, n)                                       \
  do {                                                        \
    assert((field).three == (unsigned)(n));                   \
    assert((field).five == -(n)-2);                           \
    assert((field).seventeen == (1001U * (unsigned)(n) ^ 5)); \
    assert((field).forty == -123456789LL * (n));              \
    assert((field).one == ((n)&1));                           \
    assert((field).flag == ((n) > 2));                        \
    assert((field).color == ((n) > 2 ? kBlue : kGreen));      \
    assert((field).seven == 10 * (n) + 1);                    \
  } while (0)

static void set(int i, int n) {
  pthread_mutex_lock(&mutex);
  SET(padded[i], n);
  SET(packed[i], n);
  pthread_mutex_unlock(&mutex);
}

static void first(void) { set(0, 2); }
static void second(void) { set(1, 5); }

int main(void) {
  const pthread_t a = spawn(first);
  const pthread_t b = spawn(second);
  join(a);
  join(b);
  CHECK(padded[0], 2);
  CHECK(packed[0], 2);
  CHECK(padded[1], 5);
  CHECK(packed[1], 5);
  return 0;
}
