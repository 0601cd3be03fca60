// SPDX-License-Identifier: Apache-2.0
// A copy of a line, with its length as a size_t. BUG: no room for the end of the text.
#include <skein/skein.h>
#include <stdlib.h>

static char* repeat(char c, size_t length) {
#ifdef BUG
  char* const text = malloc(length);
#else
  char* const text = malloc(length + 1);
#endif
  if (text == NULL) return NULL;
  for (size_t i = 0; i < length; i++) text[i] = c;
  text[length] = '\0';
  return text;
}

int main(void) {
  const size_t length = (size_t)skein_any(0, 4000);
  char* const text = repeat('-', length);
  if (text == NULL) return 1;
  free(text);
  return 0;
}
