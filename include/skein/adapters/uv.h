/* SPDX-License-Identifier: Apache-2.0 */
/* A subset of libuv's API on skein's handlers. It checks code written for libuv unchanged:
 *
 *   skein check app.c --cflags=-I<prefix>/include/skein/adapters --explorer event
 *
 * and `#include <uv.h>` finds this file. A loop is a handler: its callbacks are messages, one at a
 * time, in any order. (libuv promises no order between handles; a program that relies on the order
 * of libuv's implementation fails here.) The subset: loops, uv_async_t, uv_queue_work, uv_close.
 *
 * As in libuv: other threads may call only uv_async_send; sends that come before the callback has
 * begun result in one call; no callback runs outside of uv_run; uv_run returns when no handle is
 * open and no work is left. DEVIATION: each piece of work runs at once, in a separate thread, so
 * more than libuv's four can run together; callbacks do not run on the thread that called uv_run.
 */
#ifndef SKEIN_ADAPTERS_UV_H
#define SKEIN_ADAPTERS_UV_H

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <skein/events.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct uv_loop_s uv_loop_t;
typedef struct uv_handle_s uv_handle_t;
typedef struct uv_async_s uv_async_t;
typedef struct uv_work_s uv_work_t;

typedef void (*uv_async_cb)(uv_async_t* handle);
typedef void (*uv_close_cb)(uv_handle_t* handle);
typedef void (*uv_work_cb)(uv_work_t* request);
typedef void (*uv_after_work_cb)(uv_work_t* request, int status);

typedef enum { UV_RUN_DEFAULT = 0 } uv_run_mode;
enum { UV_EINVAL = -EINVAL, UV_EBUSY = -EBUSY, UV_ENOMEM = -ENOMEM, UV_EAGAIN = -EAGAIN };

struct uv_loop_s {
  void* data;
  skein_handler* handler;
  uv_async_t* handles; /* ever opened; only the loop thread uses this and all below */
  uv_work_t* works;    /* not yet joined */
  int open_handles;
  int is_quiet;   /* at the last check nothing was open or left to join */
  int is_waiting; /* uv_run sleeps until the last handle is closed */
  uv_work_t* to_join;
  sem_t looked;
  int is_running; /* atomic */
};

/* The argument of uv_close. Every handle begins like this. */
struct uv_handle_s {
  void* data;
  uv_loop_t* loop;
  uv_close_cb close_cb;
  int is_closing;
  int is_closed;
};

struct uv_async_s {
  void* data;
  uv_loop_t* loop;
  uv_close_cb close_cb;
  int is_closing;
  int is_closed;
  uv_async_cb callback;
  uv_async_t* next;
  int is_pending; /* atomic */
};

struct uv_work_s {
  void* data;
  uv_loop_t* loop;
  uv_work_cb work_cb;
  uv_after_work_cb after_cb;
  uv_work_t* next;
  pthread_t thread;
  int is_done;   /* atomic */
  int is_called; /* atomic */
};

static inline int uv_loop_init(uv_loop_t* loop) {
  memset(loop, 0, sizeof(*loop));
  loop->handler = skein_handler_create(SKEIN_ANY_ORDER);
  if (loop->handler == NULL) return UV_ENOMEM;
  sem_init(&loop->looked, 0, 0);
  return 0;
}

static inline int uv_loop_close(uv_loop_t* loop) {
  if (loop->open_handles > 0 || loop->works != NULL) return UV_EBUSY;
  skein_handler_destroy(loop->handler);
  loop->handler = NULL;
  return 0;
}

static inline void skein_uv_run_async(void* argument) {
  uv_async_t* const handle = (uv_async_t*)argument;
  if (__atomic_exchange_n(&handle->is_pending, 0, __ATOMIC_SEQ_CST) == 0) return;
  if (!handle->is_closing) handle->callback(handle);
}

static inline int uv_async_init(uv_loop_t* loop, uv_async_t* handle, uv_async_cb callback) {
  void* const data = handle->data;
  memset(handle, 0, sizeof(*handle));
  handle->data = data;
  handle->loop = loop;
  handle->callback = callback;
  handle->next = loop->handles;
  loop->handles = handle;
  ++loop->open_handles;
  return 0;
}

static inline int uv_async_send(uv_async_t* handle) {
  if (__atomic_exchange_n(&handle->is_pending, 1, __ATOMIC_SEQ_CST) != 0) return 0;
  /* Before uv_run nothing is posted; uv_run will find it pending. */
  if (__atomic_load_n(&handle->loop->is_running, __ATOMIC_SEQ_CST) == 0) return 0;
  return -skein_post(handle->loop->handler, skein_uv_run_async, handle);
}

static inline void skein_uv_run_close(void* argument) {
  uv_handle_t* const handle = (uv_handle_t*)argument;
  uv_loop_t* const loop = handle->loop;
  if (handle->is_closed) return;
  handle->is_closed = 1;
  uv_async_t** place = &loop->handles;
  while (*place != NULL && (void*)*place != (void*)handle) place = &(*place)->next;
  if (*place != NULL) *place = (*place)->next;
  if (handle->close_cb != NULL) handle->close_cb(handle);
  if (--loop->open_handles == 0 && loop->is_waiting) {
    loop->is_waiting = 0;
    sem_post(&loop->looked);
  }
}

/* As in libuv, the callback comes later, in the loop. */
static inline void uv_close(uv_handle_t* handle, uv_close_cb callback) {
  handle->is_closing = 1;
  handle->close_cb = callback;
  if (__atomic_load_n(&handle->loop->is_running, __ATOMIC_SEQ_CST) == 0) return;
  (void)skein_post(handle->loop->handler, skein_uv_run_close, handle);
}

static inline int uv_is_closing(const uv_handle_t* handle) { return handle->is_closing; }

static inline void skein_uv_run_after(void* argument) {
  uv_work_t* const request = (uv_work_t*)argument;
  if (__atomic_exchange_n(&request->is_called, 1, __ATOMIC_SEQ_CST) != 0) return;
  if (request->after_cb != NULL) request->after_cb(request, 0);
}

static inline void* skein_uv_run_work(void* argument) {
  uv_work_t* const request = (uv_work_t*)argument;
  request->work_cb(request);
  __atomic_store_n(&request->is_done, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&request->loop->is_running, __ATOMIC_SEQ_CST) != 0) {
    (void)skein_post(request->loop->handler, skein_uv_run_after, request);
  }
  return NULL;
}

static inline int uv_queue_work(uv_loop_t* loop, uv_work_t* request, uv_work_cb work_cb,
                                uv_after_work_cb after_cb) {
  if (work_cb == NULL) return UV_EINVAL;
  void* const data = request->data;
  memset(request, 0, sizeof(*request));
  request->data = data;
  request->loop = loop;
  request->work_cb = work_cb;
  request->after_cb = after_cb;
  request->next = loop->works;
  if (pthread_create(&request->thread, NULL, skein_uv_run_work, request) != 0) return UV_EAGAIN;
  loop->works = request;
  return 0;
}

/* The first message of uv_run: handles what came before. If something is posted twice, the second
 * call finds nothing to do. */
static inline void skein_uv_begin(void* argument) {
  uv_loop_t* const loop = (uv_loop_t*)argument;
  for (uv_async_t* h = loop->handles; h != NULL; h = h->next) {
    if (h->is_closing) {
      (void)skein_post(loop->handler, skein_uv_run_close, h);
    } else if (__atomic_load_n(&h->is_pending, __ATOMIC_SEQ_CST) != 0) {
      (void)skein_post(loop->handler, skein_uv_run_async, h);
    }
  }
  for (uv_work_t* w = loop->works; w != NULL; w = w->next) {
    if (__atomic_load_n(&w->is_done, __ATOMIC_SEQ_CST) != 0) {
      (void)skein_post(loop->handler, skein_uv_run_after, w);
    }
  }
}

/* Only the loop's callbacks know what is left to do, so a message checks. */
static inline void skein_uv_look(void* argument) {
  uv_loop_t* const loop = (uv_loop_t*)argument;
  loop->to_join = loop->works;
  loop->works = NULL;
  loop->is_quiet = loop->to_join == NULL && loop->open_handles == 0;
  if (loop->to_join == NULL && loop->open_handles > 0) {
    loop->is_waiting = 1;
  } else {
    sem_post(&loop->looked);
  }
}

static inline int uv_run(uv_loop_t* loop, uv_run_mode mode) {
  if (mode != UV_RUN_DEFAULT) return UV_EINVAL;
  __atomic_store_n(&loop->is_running, 1, __ATOMIC_SEQ_CST);
  (void)skein_post(loop->handler, skein_uv_begin, loop);
  for (;;) {
    skein_handler_wait(loop->handler);
    (void)skein_post(loop->handler, skein_uv_look, loop);
    while (sem_wait(&loop->looked) != 0) {
    }
    if (loop->is_quiet) break;
    for (uv_work_t* w = loop->to_join; w != NULL; w = w->next) pthread_join(w->thread, NULL);
  }
  __atomic_store_n(&loop->is_running, 0, __ATOMIC_SEQ_CST);
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif
