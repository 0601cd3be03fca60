// SPDX-License-Identifier: Apache-2.0
// libuv: a thread wakes a loop. WRONG: two sends are taken for two calls.
// packages: libuv1-dev
// flags: -luv
#include <assert.h>
#include <uv.h>

static uv_async_t async;
static int sent;
static int calls;

static void called(uv_async_t* handle) {
  ++calls;
#ifdef WRONG
  if (calls == 2) uv_close((uv_handle_t*)handle, NULL);
#else
  uv_close((uv_handle_t*)handle, NULL);
#endif
}

static void wake(void* unused) {
  (void)unused;
  sent = 1;
  uv_async_send(&async);
#ifdef WRONG
  uv_async_send(&async);
#endif
}

int main(void) {
  uv_loop_t* const loop = uv_default_loop();
  uv_async_init(loop, &async, called);
  uv_thread_t thread;
  uv_thread_create(&thread, wake, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
  uv_thread_join(&thread);
  assert(sent == 1);
  uv_loop_close(loop);
  return 0;
}
