// Column sums on one handler, the total on another; main looks at what is finished.
// The sum over k of C(n,k)^2 k! traces. [EDPOR Table 1]
#include "event_program.h"

static int m;
static int n;
static atomic_int A[kMost * kMost];
static atomic_int sum;
static atomic_int finished[kMost];
static atomic_int p[kMost];
static skein_handler* columns;
static skein_handler* totals;

static void total(void* a) {
  int i = first_of(a);
  int before = sum;
  sum = before + A[i];
  finished[i] = 1;
  p[i] = 0;
}

static void column(void* a) {
  int i = first_of(a);
  for (int j = 1; j < m; j++) {
    int before = A[i];
    A[i] = before + A[j * n + i];
  }
  post(totals, total, i, 0);
}

int main(int argc, char** argv) {
  m = argument(argc, argv, 1, 4);
  n = argument(argc, argv, 2, 3);
  for (int i = 0; i < m * n; i++) atomic_init(&A[i], 1);
  columns = new_handler();
  totals = new_handler();
  for (int i = 0; i < n; i++) post(columns, column, i, 0);
  for (int i = 0; i < n; i++) {
    int f = finished[i];
    (void)f;
  }
  pthread_exit(NULL);
}
