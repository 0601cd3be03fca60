// n threads post m_i, which writes x, posts m'_i to the same handler, and reads x back.
// Each m'_i comes after its m_i: (2n)!/2^n orders. [EDPOR Table 1]
#include "event_program.h"

static skein_handler* h;
static atomic_int x;

static void second(void* a) {
  x = 2 * first_of(a) + 1;
  skein_assert(x == 2 * first_of(a) + 1);
}

static void first(void* a) {
  x = 2 * first_of(a);
  post(h, second, first_of(a), 0);
  skein_assert(x == 2 * first_of(a));
}

static void* poster(void* a) {
  post(h, first, first_of(a), 0);
  return NULL;
}

int main(int argc, char** argv) {
  int n = argument(argc, argv, 1, 3);
  h = new_handler();
  for (int i = 0; i < n; i++) start_thread(poster, i, 0);
  pthread_exit(NULL);
}
