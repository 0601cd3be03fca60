// SPDX-License-Identifier: Apache-2.0
// FIG1(N): the program of [QPOR Fig. 1] with locks, N+3 threads.
// expect: N=2 verdict=clean executions=4 events=44
// expect: N=3 verdict=clean executions=6 events=67
// expect: N=4 verdict=clean executions=8 events=92
// expect: N=5 verdict=clean executions=10 events=119
// expect: N=6 verdict=clean executions=12 events=148
// expect: N=7 verdict=clean executions=14 events=179
// expect: N=8 verdict=clean executions=16 events=212
// expect: N=13 verdict=clean executions=26
// preload: yes
//
// N writers, each with its own cell; count adds 1 to a counter N-1 times; master reads the counter
// and writes the cell it says. 2N maximal configurations: the N values that master can see, times
// the order of master and that one writer. Source-DPOR explores O(2^N) runs.
#include "program.h"

enum { kMost = 64 };

static int writers;
static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static pthread_mutex_t cell_lock[kMost];
static int cell[kMost];

static void* writer(void* arg) {
  int j = number_of(arg);
  lock(&cell_lock[j]);
  cell[j] = 7;
  unlock(&cell_lock[j]);
  return NULL;
}

static void* count(void* arg) {
  (void)arg;
  for (int round = 1; round < writers; round++) {
    lock(&counter_lock);
    counter++;
    unlock(&counter_lock);
  }
  return NULL;
}

static void* master(void* arg) {
  (void)arg;
  lock(&counter_lock);
  int i = counter;
  unlock(&counter_lock);
  lock(&cell_lock[i]);
  cell[i] = 0;
  unlock(&cell_lock[i]);
  return NULL;
}

int main(int argc, char** argv) {
  writers = argument(argc, argv, 1, 8);
  require(writers >= 1 && writers <= kMost, "N");
  init_mutexes(cell_lock, writers);
  for (int j = 0; j < writers; j++) start_thread(writer, j);
  start_thread(count, 0);
  start_thread(master, 0);
  pthread_exit(NULL);
}
