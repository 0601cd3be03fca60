// SPDX-License-Identifier: Apache-2.0
// GAsyncQueue: two producers, main takes both. WRONG: main expects the first one's item first.
// packages: libglib2.0-dev
// pkg-config: glib-2.0
#include <assert.h>
#include <glib.h>

static GAsyncQueue* queue;

static gpointer produce(gpointer item) {
  g_async_queue_push(queue, item);
  return NULL;
}

int main(void) {
  queue = g_async_queue_new();
  GThread* const a = g_thread_new("a", produce, GINT_TO_POINTER(1));
  GThread* const b = g_thread_new("b", produce, GINT_TO_POINTER(2));
  const int first = GPOINTER_TO_INT(g_async_queue_pop(queue));
  const int second = GPOINTER_TO_INT(g_async_queue_pop(queue));
  assert(first + second == 3);
#ifdef WRONG
  assert(first == 1);
#endif
  g_thread_join(a);
  g_thread_join(b);
  g_async_queue_unref(queue);
  return 0;
}
