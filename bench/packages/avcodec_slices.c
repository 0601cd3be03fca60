// SPDX-License-Identifier: Apache-2.0
// libavcodec: one frame encoded as two slices by two threads.
// packages: libavcodec-dev
// pkg-config: libavcodec libavutil
#include <assert.h>
#include <libavcodec/avcodec.h>

int main(void) {
  const AVCodec* const codec = avcodec_find_encoder(AV_CODEC_ID_MPEG2VIDEO);
  AVCodecContext* context = avcodec_alloc_context3(codec);
  context->width = 32;
  context->height = 32;
  context->time_base = (AVRational){1, 25};
  context->pix_fmt = AV_PIX_FMT_YUV420P;
  context->max_b_frames = 0;
  context->thread_count = 2;
  context->thread_type = FF_THREAD_SLICE;
  assert(avcodec_open2(context, codec, NULL) == 0);
  AVFrame* frame = av_frame_alloc();
  frame->format = context->pix_fmt;
  frame->width = 32;
  frame->height = 32;
  assert(av_frame_get_buffer(frame, 0) == 0);
  for (int plane = 0; plane < 3; ++plane)
    memset(frame->data[plane], 100, (size_t)frame->linesize[plane] * (plane == 0 ? 32 : 16));
  AVPacket* packet = av_packet_alloc();
  assert(avcodec_send_frame(context, frame) == 0);
  avcodec_send_frame(context, NULL);
  assert(avcodec_receive_packet(context, packet) == 0 && packet->size > 0);
  av_packet_free(&packet);
  av_frame_free(&frame);
  avcodec_free_context(&context);
  return 0;
}
