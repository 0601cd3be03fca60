// SPDX-License-Identifier: Apache-2.0
// MPAT(K): nested locks. [QPOR Table 1], 1+2K threads.
// expect: K=4 verdict=clean executions=384 events=3822
// expect: K=5 verdict=clean executions=3840 events=38017
// expect: K=6 verdict=clean executions=46080 events=455876
// expect: K=7 verdict=clean executions=645120
// expect: K=8 verdict=clean executions=10321920
// preload: yes
//
// K pairs of a writer and a reader with their own lock; a reader takes that lock inside of one lock
// common to all readers. So the readers come in K! orders and each pair in two: K! * 2^K maximal
// configurations.
#include "program.h"

enum { kMost = 64 };

static pthread_mutex_t common_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pair_lock[kMost];

static void* writer(void* arg) {
  int i = number_of(arg);
  lock(&pair_lock[i]);
  unlock(&pair_lock[i]);
  return NULL;
}

static void* reader(void* arg) {
  int i = number_of(arg);
  lock(&common_lock);
  lock(&pair_lock[i]);
  unlock(&pair_lock[i]);
  unlock(&common_lock);
  return NULL;
}

int main(int argc, char** argv) {
  int pairs = argument(argc, argv, 1, 4);
  require(pairs >= 0 && pairs <= kMost, "K");
  init_mutexes(pair_lock, pairs);
  for (int i = 0; i < pairs; i++) {
    start_thread(writer, i);
    start_thread(reader, i);
  }
  pthread_exit(NULL);
}
