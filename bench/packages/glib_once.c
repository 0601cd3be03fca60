// SPDX-License-Identifier: Apache-2.0
// g_once_init_enter in two threads. WRONG: a test of the pointer without it.
// packages: libglib2.0-dev
// pkg-config: glib-2.0
#include <assert.h>
#include <glib.h>

static gsize value;
static int made;

static gpointer use(gpointer unused) {
#ifdef WRONG
  if (value == 0) {
    ++made;
    value = 7;
  }
#else
  if (g_once_init_enter(&value)) {
    ++made;
    g_once_init_leave(&value, 7);
  }
#endif
  assert(value == 7);
  return unused;
}

int main(void) {
  GThread* const other = g_thread_new("other", use, NULL);
  use(NULL);
  g_thread_join(other);
  assert(made == 1);
  return 0;
}
