// Two locks in two orders.
#include <glib.h>
static GMutex a, b;
static gpointer t(gpointer p) {
  g_mutex_lock(&b);
  g_mutex_lock(&a);
  g_mutex_unlock(&a);
  g_mutex_unlock(&b);
  return p;
}
int main(void) {
  GThread* x = g_thread_new("t", t, NULL);
  g_mutex_lock(&a);
  g_mutex_lock(&b);
  g_mutex_unlock(&b);
  g_mutex_unlock(&a);
  g_thread_join(x);
}
