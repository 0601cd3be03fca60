// m x k times k x n: m*n threads post one message each, which computes one element, to n handlers.
// Nothing conflicts: 1 trace; (m!)^n orders. [EDPOR Table 4]
#include "event_program.h"

static int m;
static int n;
static int k;
static atomic_int A[kMost * kMost];
static atomic_int B[kMost * kMost];
static atomic_int C[kMost * kMost];
static skein_handler* h[kMost];

static void element(void* a) {
  int i = first_of(a);
  int j = second_of(a);
  int s = 0;
  for (int l = 0; l < k; l++) s += A[i * k + l] * B[l * n + j];
  C[i * n + j] = s;
}

static void* poster(void* a) {
  post(h[second_of(a)], element, first_of(a), second_of(a));
  return NULL;
}

int main(int argc, char** argv) {
  m = argument(argc, argv, 1, 2);
  n = argument(argc, argv, 2, 3);
  k = argument(argc, argv, 3, 2);
  for (int j = 0; j < n; j++) h[j] = new_handler();
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) start_thread(poster, i, j);
  }
  pthread_exit(NULL);
}
