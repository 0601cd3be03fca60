// SPDX-License-Identifier: Apache-2.0
// Two workers add up a matrix with an unknown number of rows. BUG: the second goes one row too far.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kRows = 5, kColumns = 2 };
static int matrix[kRows][kColumns] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}};
static int rows, sum[2];

static int row_sum(int row) {
  assert(row < kRows);
  return matrix[row][0] + matrix[row][1];
}

static void* upper(void* p) {
  const int end = rows / 2;
  for (int i = 0; i < end; i++) sum[0] += row_sum(i);
  return p;
}

static void* lower(void* p) {
#ifdef BUG
  const int end = rows + 1;
#else
  const int end = rows;
#endif
  for (int i = rows / 2; i < end; i++) sum[1] += row_sum(i);
  return p;
}

int main(void) {
  pthread_t a, b;
  rows = (int)skein_any(0, kRows);
  pthread_create(&a, 0, upper, 0);
  pthread_create(&b, 0, lower, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
