// SPDX-License-Identifier: Apache-2.0
// Blosc: two threads compress the blocks of a buffer.
// packages: libblosc-dev
// flags: -lblosc
#include <assert.h>
#include <blosc.h>
#include <string.h>

static char in[2048];
static char packed[2048 + BLOSC_MAX_OVERHEAD];
static char out[2048];

int main(void) {
  blosc_init();
  blosc_set_nthreads(2);
  blosc_set_blocksize(1024);
  memset(in, 'a', sizeof(in));
  const int size = blosc_compress(5, 1, 1, sizeof(in), in, packed, sizeof(packed));
  assert(size > 0);
  assert(blosc_decompress(packed, out, sizeof(out)) == (int)sizeof(in));
  assert(memcmp(in, out, sizeof(in)) == 0);
  blosc_destroy();
  return 0;
}
