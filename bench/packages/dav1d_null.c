// SPDX-License-Identifier: Apache-2.0
// dav1d: a decoder with two threads, opened, asked for a picture it cannot have, and closed.
// packages: libdav1d-dev
// pkg-config: dav1d
#include <assert.h>
#include <dav1d/dav1d.h>
#include <errno.h>

int main(void) {
  Dav1dSettings settings;
  dav1d_default_settings(&settings);
  settings.n_threads = 2;
  Dav1dContext* context = NULL;
  assert(dav1d_open(&context, &settings) == 0);
  Dav1dPicture picture = {0};
  assert(dav1d_get_picture(context, &picture) == DAV1D_ERR(EAGAIN));
  dav1d_close(&context);
  assert(context == NULL);
  return 0;
}
