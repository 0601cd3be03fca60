// SPDX-License-Identifier: Apache-2.0
// libuv: work in its thread pool, and uv_async_send. WRONG: the loop's side reads without waiting.
// packages: libuv1-dev
// flags: -luv
#include <assert.h>
#include <stdlib.h>
#include <uv.h>

static int result;
static int done;

static void work(uv_work_t* request) {
  (void)request;
  result = 7;
}

static void after(uv_work_t* request, int status) {
  (void)request;
  assert(status == 0 && result == 7);
  ++done;
}

int main(void) {
  setenv("UV_THREADPOOL_SIZE", "1", 1);
  uv_loop_t* const loop = uv_default_loop();
  uv_work_t request;
  uv_queue_work(loop, &request, work, after);
#ifdef WRONG
  assert(result == 7);
#endif
  uv_run(loop, UV_RUN_DEFAULT);
  assert(done == 1);
  uv_loop_close(loop);
  return 0;
}
