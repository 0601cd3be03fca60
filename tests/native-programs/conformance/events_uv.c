// The libuv adapter: work, its result in the loop, and a wake-up from another thread.
// expect: verdict=clean
// needs: events.h
//
// No count: it depends on the inside of the adapter. The program is examples/adapters/uv_sum.c.
#include <assert.h>
#include <pthread.h>
#include <skein/adapters/uv.h>
#include <stdint.h>

enum { WORKS = 1 };
enum { kSum = 5 * WORKS * (WORKS + 1) };

static uv_loop_t loop;
static uv_async_t stop;
static uv_work_t work[WORKS];
static int result[WORKS];
static int sum;  // the loop's alone: no lock
static int left = WORKS;
static int is_asked;

static void compute(uv_work_t* request) {
  intptr_t i = (intptr_t)request->data;
  result[i] = (int)(10 * (i + 1));
}

static void close_if_done(void) {
  if (is_asked && left == 0) {
    assert(sum == kSum);
    if (!uv_is_closing((uv_handle_t*)&stop)) uv_close((uv_handle_t*)&stop, NULL);
  }
}

static void add(uv_work_t* request, int status) {
  assert(status == 0);
  sum += result[(intptr_t)request->data];
  left--;
  close_if_done();
}

static void asked(uv_async_t* handle) {
  (void)handle;
  is_asked = 1;
  close_if_done();
}

static void* asker(void* argument) {
  uv_async_send(&stop);
  return argument;
}

int main(void) {
  uv_loop_init(&loop);
  uv_async_init(&loop, &stop, asked);
  for (intptr_t i = 0; i < WORKS; i++) {
    work[i].data = (void*)i;
    assert(uv_queue_work(&loop, &work[i], compute, add) == 0);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, asker, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  pthread_join(thread, NULL);
  assert(sum == kSum);
  assert(uv_loop_close(&loop) == 0);
  return 0;
}
