// SPDX-License-Identifier: Apache-2.0
// POL(N,K): poke. [QPOR Table 1], 1+N+2K threads.
// expect: N=7 K=3 verdict=clean executions=2440 events=51317
// expect: N=8 K=3 verdict=clean executions=3700 events=82819
// expect: N=9 K=3 verdict=clean executions=5332 events=126755
// expect: N=10 K=3 verdict=clean executions=7384 events=185975
// expect: N=11 K=3 verdict=clean executions=9904 events=263617
// expect: N=12 K=3 verdict=clean executions=12940 events=363107
// preload: yes
//
// N writers each set their own cell. K times main starts a choice, which moves an index over the
// cells, and a poker, which reads the index and clears the cell found there if it was set, and
// waits for both. main joins all threads and checks that no cell got lost.
#include "program.h"

enum { kMost = 64 };

static int cells;
static pthread_mutex_t index_lock = PTHREAD_MUTEX_INITIALIZER;
static int chosen;
static pthread_mutex_t cell_lock[kMost];
static int cell[kMost];
static int poked;  // used by one poker at a time, and by main after its join

static void* writer(void* arg) {
  int x = number_of(arg);
  lock(&cell_lock[x]);
  cell[x] = 1;
  unlock(&cell_lock[x]);
  return NULL;
}

static void* choice(void* arg) {
  (void)arg;
  for (int x = 1; x < cells; x++) {
    lock(&index_lock);
    chosen = x;
    unlock(&index_lock);
  }
  return NULL;
}

static void* poker(void* arg) {
  (void)arg;
  lock(&index_lock);
  int idx = chosen;
  unlock(&index_lock);
  lock(&cell_lock[idx]);
  if (cell[idx] == 1) {
    poked++;
    cell[idx] = 0;
  }
  unlock(&cell_lock[idx]);
  return NULL;
}

int main(int argc, char** argv) {
  cells = argument(argc, argv, 1, 7);
  int rounds = argument(argc, argv, 2, 3);
  require(cells >= 1 && cells <= kMost, "N");
  init_mutexes(cell_lock, cells);
  pthread_t w[kMost];
  for (int x = 0; x < cells; x++) w[x] = start_thread(writer, x);
  for (int round = 0; round < rounds; round++) {
    pthread_t c = start_thread(choice, 0);
    pthread_t p = start_thread(poker, 0);
    join_thread(c);
    join_thread(p);
  }
  assert(0 <= poked && poked <= cells);
  for (int x = 0; x < cells; x++) join_thread(w[x]);
  for (int x = 0; x < cells; x++) poked += cell[x];
  assert(poked == cells);
  return 0;
}
