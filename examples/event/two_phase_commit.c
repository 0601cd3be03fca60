// Two-phase commit: a manager and n nodes, all handlers. [EDPOR Table 2, 2PC]
// The client's assumption fails in half of the traces: n! complete and n! blocked.
#include "event_program.h"

static int n;
static atomic_int vote[kMost];
static atomic_int done[kMost];
static atomic_int no_commit;
static atomic_int ind;
static skein_handler* manager;
static skein_handler* node[kMost];

static void done_voting(void* a) {
  int before = no_commit;
  no_commit = before + vote[first_of(a)];
  int k = ind;
  done[k] = 1;
  ind = k + 1;
}

static void ask_vote(void* a) {
  int i = first_of(a);
  vote[i] = i % 2;
  post(manager, done_voting, i, 0);
}

static void update(void* a) {
  (void)a;
  for (int i = 0; i < n; i++) post(node[i], ask_vote, i, 0);
}

static void* client(void* a) {
  post(manager, update, 0, 0);
  skein_assume(done[n - 1] == 1);
  int r = no_commit;
  (void)r;
  return a;
}

int main(int argc, char** argv) {
  n = argument(argc, argv, 1, 3);
  manager = new_handler();
  for (int i = 0; i < n; i++) node[i] = new_handler();
  start_thread(client, 0, 0);
  pthread_exit(NULL);
}
