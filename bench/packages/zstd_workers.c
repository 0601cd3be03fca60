// SPDX-License-Identifier: Apache-2.0
// libzstd: a frame compressed by one worker thread, and read again.
// packages: libzstd-dev
// flags: -lzstd
#include <assert.h>
#include <string.h>
#include <zstd.h>

int main(void) {
  char in[100];
  char packed[300];
  char out[100];
  memset(in, 'a', sizeof(in));
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  assert(!ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, 1)));
  ZSTD_inBuffer from = {in, sizeof(in), 0};
  ZSTD_outBuffer to = {packed, sizeof(packed), 0};
  // Of a text that is known to be short it would not use the worker.
  ZSTD_compressStream2(context, &to, &from, ZSTD_e_continue);
  while (ZSTD_compressStream2(context, &to, &from, ZSTD_e_end) != 0) {
  }
  assert(ZSTD_decompress(out, sizeof(out), packed, to.pos) == sizeof(in));
  assert(memcmp(in, out, sizeof(in)) == 0);
  ZSTD_freeCCtx(context);
  return 0;
}
