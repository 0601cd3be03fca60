// A thread sends increasing numbers to pong, which acknowledges them to ping. [EDPOR Table 1]
#include "event_program.h"

static int n;
static atomic_int msg[kMost];
static atomic_int last_ping = -1;
static atomic_int last_pong = -1;
static skein_handler* ping;
static skein_handler* pong;

static void pong_msg(void* a) {
  int i = first_of(a);
  if (last_pong < msg[i]) {
    last_pong = msg[i];
  } else {
    last_pong = n + 1;
  }
}

static void ping_msg(void* a) {
  int i = first_of(a);
  if (last_ping < msg[i]) {
    last_ping = msg[i];
    post(ping, pong_msg, i, 0);
  } else {
    last_ping = n + 1;
  }
}

static void* sender(void* a) {
  for (int i = 0; i < n; i++) {
    msg[i] = i;
    post(pong, ping_msg, i, 0);
  }
  return a;
}

int main(int argc, char** argv) {
  n = argument(argc, argv, 1, 4);
  ping = new_handler();
  pong = new_handler();
  start_thread(sender, 0, 0);
  pthread_exit(NULL);
}
