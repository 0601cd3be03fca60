// SPDX-License-Identifier: Apache-2.0
// A scheduler takes the waiting task with the highest priority. BUG: it does not ask whether there
// is one.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kTasks = 3 };
static int waits[kTasks], priority[kTasks], executed[kTasks];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* submitter(void* p) {
  const int task = (int)skein_any(0, kTasks - 1);
  const int urgency = (int)skein_any(1, 5);
  pthread_mutex_lock(&m);
  waits[task] = 1;
  priority[task] = urgency;
  pthread_mutex_unlock(&m);
  return p;
}

static void* scheduler(void* p) {
  pthread_mutex_lock(&m);
  int best = -1;
  int most = 0;
  for (int i = 0; i < kTasks; i++) {
    if (waits[i] && priority[i] > most) {
      best = i;
      most = priority[i];
    }
  }
#ifndef BUG
  if (best >= 0)
#endif
  {
    assert(best >= 0);
    executed[best]++;
  }
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, submitter, 0);
  pthread_create(&b, 0, scheduler, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
