// Locked before there is another thread, by glib's own function; then tried, then waited for.
#include <assert.h>
#include <glib.h>
static GMutex m;
static GCond c;
static int x;
static gpointer t(gpointer p) {
  if (g_mutex_trylock(&m)) {
    ++x;
    g_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  g_mutex_lock(&m);
  GThread* a = g_thread_new("t", t, NULL);
  assert(!g_cond_wait_until(&c, &m, g_get_monotonic_time() + 1000));
  assert(x == 0 || x == 1);
  g_mutex_unlock(&m);
  g_thread_join(a);
}
