// SPDX-License-Identifier: Apache-2.0
// libwebp: an encoder with two threads.
// packages: libwebp-dev
// flags: -lwebp
#include <assert.h>
#include <string.h>
#include <webp/encode.h>

int main(void) {
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  static uint8_t pixels[16 * 16 * 3];
  WebPConfigInit(&config);
  config.thread_level = 1;
  config.method = 0;
  WebPPictureInit(&picture);
  picture.width = 16;
  picture.height = 16;
  memset(pixels, 100, sizeof(pixels));
  assert(WebPPictureImportRGB(&picture, pixels, 48));
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  assert(WebPEncode(&config, &picture) && writer.size > 0);
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return 0;
}
