/* SPDX-License-Identifier: Apache-2.0 */
/* bigshot [QPOR Table 3]: one thread allocates a string, another fills it.
   ORDER 0 (p): side by side, so the string may not be there yet: a bug.
   ORDER 1 (s): the first is joined in between, and the assertion allows for no string.
   ORDER 2 (s2): joined in between, and the string must be there. */
#include <string.h>

#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* text;

static void* allocate(void* unused) {
  LOCK(m);
  text = calloc(8, 1);
  UNLOCK(m);
  return unused;
}

static void* fill(void* unused) {
  LOCK(m);
  if (text) strcpy(text, "Bigshot");
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t a = started(allocate, 0);
  if (ORDER > 0) finished(a);
  pthread_t b = started(fill, 0);
  if (ORDER == 0) finished(a);
  finished(b);
  assert((ORDER == 1 && !text) || text[0] == 'B');
  free(text);
  return 0;
}
