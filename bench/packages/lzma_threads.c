// SPDX-License-Identifier: Apache-2.0
// liblzma: the encoder with threads, and the text decoded again.
// packages: liblzma-dev
// flags: -llzma
#include <assert.h>
#include <lzma.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  const uint8_t in[] = "skein skein skein";
  uint8_t packed[500];
  uint8_t out[100];
  lzma_stream stream = LZMA_STREAM_INIT;
  const lzma_mt options = {
      .threads = 2, .block_size = 1 << 12, .preset = 0, .check = LZMA_CHECK_CRC32};
  assert(lzma_stream_encoder_mt(&stream, &options) == LZMA_OK);
  stream.next_in = in;
  stream.avail_in = sizeof(in);
  stream.next_out = packed;
  stream.avail_out = sizeof(packed);
  lzma_ret result = LZMA_OK;
  while (result == LZMA_OK) result = lzma_code(&stream, LZMA_FINISH);
  assert(result == LZMA_STREAM_END);
  uint64_t limit = UINT64_MAX;
  size_t from = 0;
  size_t to = 0;
  lzma_stream_buffer_decode(&limit, 0, NULL, packed, &from, stream.total_out, out, &to,
                            sizeof(out));
  lzma_end(&stream);
  assert(to == sizeof(in) && memcmp(in, out, to) == 0);
  return 0;
}
