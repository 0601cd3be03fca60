// Counters that nothing reads, each in another place: the loops wait.
#if defined(LOCKED)
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;
#define BEFORE_SETTING (pthread_mutex_lock(&mutex), done = 1, pthread_mutex_unlock(&mutex))
#elif defined(PLAIN) || defined(PLAIN_GLOBAL)
static volatile int plain;
#define BEFORE_SETTING plain = 1
#endif
#include "common.h"

#if defined(LOCAL)
void poller(void) {
  int polls = 0;
  while (!is_set()) polls++;
}
#elif defined(LOCAL_VOLATILE)
void poller(void) {
  volatile long polls = 0;
  while (!is_set()) polls += 3;
}
#elif defined(GLOBAL)
int polls;
void poller(void) {
  while (!is_set()) polls++;
}
#elif defined(GLOBAL_VOLATILE)
static volatile unsigned char polls;
void poller(void) {
  while (!is_set()) ++polls;
}
#elif defined(STATIC_LOCAL)
void poller(void) {
  static unsigned long polls;
  while (!is_set()) polls = polls * 5 + 1;
}
#elif defined(MEMBER)
struct {
  int first;
  long polls;
} counts;
void poller(void) {
  counts.first = 1;
  while (!is_set()) counts.polls++;
}
#elif defined(BESIDE)
// In one variable with what threads share.
static struct {
  pthread_mutex_t mutex;
  Flag own;
  int polls;
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER};
void poller(void) {
  while (!is_set()) {
    pthread_mutex_lock(&all.mutex);
    all.polls++;
    pthread_mutex_unlock(&all.mutex);
  }
  atomic_store(&all.own, 1);
}
#elif defined(TWO)
int polls;
long more;
void poller(void) {
  int odd = 0;
  while (!is_set()) {
    more += polls++;
    odd ^= polls & 1;
  }
}
#elif defined(LOCKED)
static int polls;
void poller(void) {
  int is_done = 0;
  while (!is_done) {
    pthread_mutex_lock(&mutex);
    is_done = done;
    polls++;
    pthread_mutex_unlock(&mutex);
  }
}
#elif defined(PLAIN)
// The flag is not an atomic one: a race, and a loop without visible operations.
void poller(void) {
  int polls = 0;
  while (!plain) polls++;
}
#elif defined(PLAIN_GLOBAL)
static int polls;
void poller(void) {
  while (!plain) polls++;
}
#elif defined(CALLED)
// The counter is in another frame than the operation.
static NEVER_INLINE int look(void) { return is_set(); }
void poller(void) {
  volatile int polls = 0;
  while (!look()) polls++;
}
#elif defined(TRYLOCK)
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void poller(void) {
  int polls = 0;
  while (!is_set()) sched_yield(), polls++;
  while (pthread_mutex_trylock(&mutex) != 0) polls++;
  pthread_mutex_unlock(&mutex);
}
#endif
