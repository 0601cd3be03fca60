// Broadcast consensus: thread j sends its value to n collectors, each keeps the maximum.
// Bell(n)^n traces; (n!)^n orders of messages. [EDPOR Table 1]
#include "event_program.h"

static int n;
static atomic_int value[kMost];
static atomic_int decision[kMost];
static skein_handler* collector[kMost];

static void send(void* a) {
  int i = first_of(a);
  int v = value[second_of(a)];
  if (v > decision[i]) decision[i] = v;
}

static void* sender(void* a) {
  int j = first_of(a);
  value[j] = j;
  for (int i = 0; i < n; i++) post(collector[i], send, i, j);
  return NULL;
}

int main(int argc, char** argv) {
  n = argument(argc, argv, 1, 3);
  for (int i = 0; i < n; i++) {
    atomic_init(&decision[i], -1);
    collector[i] = new_handler();
  }
  for (int j = 0; j < n; j++) start_thread(sender, j, 0);
  pthread_exit(NULL);
}
