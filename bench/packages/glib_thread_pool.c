// SPDX-License-Identifier: Apache-2.0
// GThreadPool with two threads and two items. WRONG: the sum is not protected.
// packages: libglib2.0-dev
// pkg-config: glib-2.0
#include <assert.h>
#include <glib.h>

static GMutex mutex;
static int sum;

static void work(gpointer item, gpointer unused) {
  (void)unused;
#ifndef WRONG
  g_mutex_lock(&mutex);
#endif
  sum += GPOINTER_TO_INT(item);
#ifndef WRONG
  g_mutex_unlock(&mutex);
#endif
}

int main(void) {
  GThreadPool* const pool = g_thread_pool_new(work, NULL, 2, TRUE, NULL);
  g_thread_pool_push(pool, GINT_TO_POINTER(1), NULL);
  g_thread_pool_push(pool, GINT_TO_POINTER(2), NULL);
  g_thread_pool_free(pool, FALSE, TRUE);
  assert(sum == 3);
  return 0;
}
