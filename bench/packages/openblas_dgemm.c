// SPDX-License-Identifier: Apache-2.0
// OpenBLAS with its own threads: a product of matrices.
// packages: libopenblas-pthread-dev
// flags: -lopenblas
#include <assert.h>
#include <cblas.h>

static double a[64 * 64];
static double c[64 * 64];

int main(void) {
  openblas_set_num_threads(2);
  for (int i = 0; i < 64 * 64; ++i) a[i] = 1;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 64, 64, 64, 1, a, 64, a, 64, 0, c, 64);
  for (int i = 0; i < 64 * 64; ++i) assert(c[i] == 64);
  return 0;
}
