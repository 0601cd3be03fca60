// The signal may come before the wait or during it: 2 executions.
#include <assert.h>
#include <glib.h>
static GMutex m;
static GCond c;
static int ready, x;
static gpointer t(gpointer a) {
  g_mutex_lock(&m);
  x = 1;
  ready = 1;
  g_cond_signal(&c);
  g_mutex_unlock(&m);
  return a;
}
int main(void) {
  GThread* a = g_thread_new("a", t, NULL);
  g_mutex_lock(&m);
  while (!ready) g_cond_wait(&c, &m);
  assert(x == 1);
  g_mutex_unlock(&m);
  g_thread_join(a);
}
