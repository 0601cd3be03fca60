// One handler, n messages in a ring: each conflicts with the one before and the one after.
// 2^n - 2 traces; n! orders. [EDPOR Table 1]
#include "event_program.h"

static int n;
static atomic_int a[kMost * kMost];
static atomic_int counter[kMost * kMost];
static atomic_int finished[kMost];

static void count(int i) {
  int before = counter[i];
  counter[i] = before + 1;
}

static void work(void* argument) {
  int p = first_of(argument);
  int q = (p + 1) % n;
  for (int i = p * n; i < p * n + n; i++) {
    a[i] = 2;
    count(i);
  }
  for (int i = q * n; i < q * n + n; i++) {
    int r = a[i];
    (void)r;
    count(i);
  }
  finished[p] = 1;
  for (int i = q * n; i < q * n + n; i++) {
    skein_assert(!(finished[p] && finished[q]) || counter[i] == 2);
  }
}

int main(int argc, char** argv) {
  n = argument(argc, argv, 1, 3);
  skein_handler* h = new_handler();
  for (int p = 0; p < n; p++) post(h, work, p, 0);
  pthread_exit(NULL);
}
