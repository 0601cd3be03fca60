// SPDX-License-Identifier: Apache-2.0
// FFTW: a transform that two threads share.
// packages: libfftw3-dev
// flags: -lfftw3_threads -lfftw3 -lm
#include <assert.h>
#include <fftw3.h>
#include <math.h>

int main(void) {
  fftw_complex data[64];
  fftw_init_threads();
  fftw_plan_with_nthreads(2);
  const fftw_plan plan = fftw_plan_dft_1d(64, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
  for (int i = 0; i < 64; ++i) {
    data[i][0] = 1;
    data[i][1] = 0;
  }
  fftw_execute(plan);
  assert(fabs(data[0][0] - 64) < 1e-9 && fabs(data[1][0]) < 1e-9);
  fftw_destroy_plan(plan);
  fftw_cleanup_threads();
  return 0;
}
