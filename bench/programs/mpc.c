// SPDX-License-Identifier: Apache-2.0
// MPC(P,W): P producers, W workers. [QPOR Table 1], 1+P+W threads.
// expect: P=2 W=5 verdict=clean executions=60 events=397
// expect: P=3 W=5 verdict=clean executions=2958 events=7832
// expect: P=4 W=5 verdict=clean executions=314064 events=578835
// expect: P=5 W=5 verdict=clean executions=27556200
// preload: yes
//
// A producer writes twice into a common buffer; what it finds there the second time depends on the
// order of all writes before and says to which worker its request goes. So the races on the
// workers' locks depend on the whole order of the races on the buffer.
#include "program.h"

enum { kMost = 64 };

static int producers, workers;
static pthread_mutex_t buffer_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned buffer;
static pthread_mutex_t request_lock[kMost];
static int requests[kMost];
static int done[kMost];  // each used by its worker only

static void* worker(void* arg) {
  int w = number_of(arg);
  for (int round = 0; round < 2; round++) {
    int has_one = 0;
    lock(&request_lock[w]);
    if (requests[w] > 0) {
      requests[w]--;
      has_one = 1;
    }
    unlock(&request_lock[w]);
    done[w] += has_one;
  }
  return NULL;
}

static void* producer(void* arg) {
  unsigned p = (unsigned)number_of(arg);
  unsigned t = 0;
  for (int round = 0; round < 2; round++) {
    lock(&buffer_lock);
    buffer = buffer * (unsigned)producers + p;
    t = buffer;
    unlock(&buffer_lock);
  }
  unsigned w = t % (unsigned)workers;
  lock(&request_lock[w]);
  requests[w]++;
  unlock(&request_lock[w]);
  return NULL;
}

int main(int argc, char** argv) {
  producers = argument(argc, argv, 1, 2);
  workers = argument(argc, argv, 2, 5);
  require(producers >= 1 && producers <= kMost, "P");
  require(workers >= 1 && workers <= kMost, "W");
  init_mutexes(request_lock, workers);
  for (int w = 0; w < workers; w++) start_thread(worker, w);
  for (int p = 0; p < producers; p++) start_thread(producer, p);
  pthread_exit(NULL);
}
