// A list of n requests: each is taken from the list, given a record and handed to a client message
// on the same handler, which frees it. 1 trace; (2n-1)!! orders. [EDPOR Table 1]
//
// The list and the records are plain memory: what happens to them is ordered by the posts.
#include "event_program.h"

struct record {
  int request;
  int is_served;
};

static int n;
static int head;
static skein_handler* h;

static void client(void* a) {
  struct record* r = a;
  r->is_served = 1;
  free(r);
}

static void reqs(void* a) {
  (void)a;
  struct record* r = malloc(sizeof(*r));
  skein_assert(r != NULL);
  r->request = head;
  skein_post(h, client, r);
  head = head + 1;
  if (head < n) post(h, reqs, 0, 0);
}

int main(int argc, char** argv) {
  n = argument(argc, argv, 1, 3);
  h = new_handler();
  post(h, reqs, 0, 0);
  pthread_exit(NULL);
}
