// The flag is set outside of the lock: a race, and the signal may get lost.
#include <assert.h>
#include <glib.h>
static GMutex m;
static GCond c;
static int ready, x;
static gpointer t(gpointer a) {
  g_mutex_lock(&m);
  x = 1;
  g_mutex_unlock(&m);
  ready = 1;
  g_cond_signal(&c);
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
