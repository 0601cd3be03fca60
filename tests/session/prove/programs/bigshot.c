// SPDX-License-Identifier: Apache-2.0
// One thread allocates a text, another fills it. BUG: nothing orders the two.
#include <string.h>

#include "competition.h"
static char* text;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* allocate(void* p) {
  pthread_mutex_lock(&m);
  text = malloc(sizeof "Bigshot");
  pthread_mutex_unlock(&m);
  return p;
}

static void* fill(void* p) {
  pthread_mutex_lock(&m);
#ifndef BUG
  if (text)
#endif
    strcpy(text, "Bigshot");
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, allocate, 0);
  pthread_create(&b, 0, fill, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(text == 0 || text[0] == 0 || text[0] == 'B');
  return 0;
}
