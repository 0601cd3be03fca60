/* SPDX-License-Identifier: Apache-2.0 */
/* The critical section of the locks: the thread inside is alone, and what is in there needs no
 * atomics of its own. */
#ifndef INSIDE_H
#define INSIDE_H

#include <assert.h>

static int inside;

static void critical(void) {
  assert(inside == 0);
  inside = 1;
  inside = 0;
}

#endif
