// A key-value store: client i sends four requests to server i; all servers share the store.
// n! times the product over k = 1..n of C(k+1,2) + C(n-k+2,2) traces. [EDPOR Table 4: its own
// figures 1711 and 218527 are too small]
#include "event_program.h"

static atomic_int val[4];
static atomic_int deleted[4];
static skein_handler* server[kMost];

static void write_key(void* a) {
  int key = first_of(a);
  if (deleted[key] != 1) {
    val[key] = 3;
    deleted[key] = 0;
  }
  skein_assert(val[key] == 3 || deleted[key] == 1);
}

static void read_key(void* a) {
  int key = first_of(a);
  if (deleted[key] != 1) {
    int d = deleted[key];
    int v = val[key];
    (void)d;
    (void)v;
  }
}

static void delete_key(void* a) { deleted[first_of(a)] = 1; }

static void* client(void* a) {
  skein_handler* mine = server[first_of(a)];
  post(mine, write_key, 0, 0);
  post(mine, read_key, 2, 0);
  post(mine, write_key, 3, 0);
  post(mine, delete_key, 0, 0);
  return NULL;
}

int main(int argc, char** argv) {
  int n = argument(argc, argv, 1, 2);
  for (int i = 0; i < n; i++) server[i] = new_handler();
  for (int k = 0; k < 4; k++) deleted[k] = 1;
  for (int i = 0; i < n; i++) start_thread(client, i, 0);
  pthread_exit(NULL);
}
