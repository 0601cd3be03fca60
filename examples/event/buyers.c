// n buyers bid for an item of price 50, one coordinator adds up: n! traces. [EDPOR Table 1]
#include "event_program.h"

static int n;
static atomic_int needed = 50;
static atomic_int amount[kMost];
static atomic_int contributed[kMost];
static skein_handler* coordinator;

static void bid(void* a) {
  int i = first_of(a);
  if (needed > 0) {
    int before = needed;
    needed = before - amount[i];
    contributed[i] = 1;
  }
  if (!(needed > 0)) {
    int total = 0;
    for (int j = 0; j < n; j++) {
      if (contributed[j] == 1) total += amount[j];
    }
    skein_assert(total >= 50);
  }
}

static void* buyer(void* a) {
  int i = first_of(a);
  amount[i] = (123 * i) % 10;
  post(coordinator, bid, i, 0);
  return NULL;
}

int main(int argc, char** argv) {
  n = argument(argc, argv, 1, 4);
  coordinator = new_handler();
  for (int i = 0; i < n; i++) start_thread(buyer, i, 0);
  pthread_exit(NULL);
}
