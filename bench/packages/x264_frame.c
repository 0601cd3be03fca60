// SPDX-License-Identifier: Apache-2.0
// libx264: one frame of 32x128 encoded with two threads.
// packages: libx264-dev
// flags: -lx264
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <x264.h>

int main(void) {
  x264_param_t param;
  x264_param_default_preset(&param, "ultrafast", "zerolatency");
  param.i_width = 32;
  param.i_height = 128;
  param.i_csp = X264_CSP_I420;
  param.i_threads = 2;
  param.i_log_level = X264_LOG_NONE;
  x264_t* const encoder = x264_encoder_open(&param);
  assert(encoder != NULL);
  x264_picture_t in;
  x264_picture_t out;
  x264_picture_alloc(&in, param.i_csp, 32, 128);
  for (int plane = 0; plane < 3; ++plane)
    memset(in.img.plane[plane], 100, (size_t)in.img.i_stride[plane] * (plane == 0 ? 128 : 64));
  x264_nal_t* nals = NULL;
  int count = 0;
  int size = x264_encoder_encode(encoder, &nals, &count, &in, &out);
  while (size == 0 && x264_encoder_delayed_frames(encoder) > 0)
    size = x264_encoder_encode(encoder, &nals, &count, NULL, &out);
  assert(size > 0);
  x264_picture_clean(&in);
  x264_encoder_close(encoder);
  return 0;
}
