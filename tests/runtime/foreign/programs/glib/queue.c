// A queue of the library's own, which locks inside of it.
#include <assert.h>
#include <glib.h>
static gpointer producer(gpointer q) {
  g_async_queue_push(q, GINT_TO_POINTER(1));
  g_async_queue_push(q, GINT_TO_POINTER(2));
  return NULL;
}
int main(void) {
  GAsyncQueue* q = g_async_queue_new();
  GThread* t = g_thread_new("p", producer, q);
  const int a = GPOINTER_TO_INT(g_async_queue_pop(q));
  const int b = GPOINTER_TO_INT(g_async_queue_pop(q));
  assert(a == 1 && b == 2);
  g_thread_join(t);
  g_async_queue_unref(q);
}
