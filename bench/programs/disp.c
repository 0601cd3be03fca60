// SPDX-License-Identifier: Apache-2.0
// DISP(S,R): a job dispatcher. [QPOR Table 1], 1+S+R threads.
// expect: S=5 R=2 verdict=clean executions=137 events=1603
// expect: S=5 R=3 verdict=clean executions=1482 events=17594
// expect: S=5 R=4 verdict=clean executions=15282 events=185330
// expect: S=5 R=5 verdict=clean executions=151032 events=1869116
// expect: S=5 R=6 verdict=clean executions=1437552
// preload: yes
//
// S servers, each with its own lock and inbox. R times main starts a picker and, while the picker
// moves the shared index over all servers, reads the index and gives that server a job. So the
// server that main races with depends on an earlier race. main does not join the servers.
#include "program.h"

enum { kMost = 64 };

static int servers;
static pthread_mutex_t sid_lock = PTHREAD_MUTEX_INITIALIZER;
static int sid;
static pthread_mutex_t server_lock[kMost];
static int inbox[kMost], outbox[kMost];

static void* server(void* arg) {
  int i = number_of(arg);
  lock(&server_lock[i]);
  if (inbox[i] > 0) outbox[i] = inbox[i];
  unlock(&server_lock[i]);
  return NULL;
}

static void* picker(void* arg) {
  (void)arg;
  for (int x = 0; x < servers; x++) {
    lock(&sid_lock);
    sid = x;
    unlock(&sid_lock);
  }
  return NULL;
}

int main(int argc, char** argv) {
  servers = argument(argc, argv, 1, 5);
  int rounds = argument(argc, argv, 2, 2);
  require(servers >= 1 && servers <= kMost, "S");
  init_mutexes(server_lock, servers);
  for (int i = 0; i < servers; i++) start_thread(server, i);
  for (int round = 0; round < rounds; round++) {
    pthread_t p = start_thread(picker, 0);
    lock(&sid_lock);
    int idx = sid;
    unlock(&sid_lock);
    lock(&server_lock[idx]);
    inbox[idx]++;
    unlock(&server_lock[idx]);
    join_thread(p);
  }
  pthread_exit(NULL);
}
