// n threads each post one message to one handler; message i writes x and reads it back.
// All messages conflict: n! orders. [EDPOR Table 2]
#include "event_program.h"

static skein_handler* h;
static atomic_int x;

static void write_x(void* a) {
  x = first_of(a);
  skein_assert(x == first_of(a));
}

static void* poster(void* a) {
  post(h, write_x, first_of(a), 0);
  return NULL;
}

int main(int argc, char** argv) {
  int n = argument(argc, argv, 1, 4);
  h = new_handler();
  for (int i = 0; i < n; i++) start_thread(poster, i, 0);
  pthread_exit(NULL);
}
