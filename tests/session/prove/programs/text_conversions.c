// SPDX-License-Identifier: Apache-2.0
// Threads that print, and copy structs with text by value. BUG: the copy has no room for its end.
#include <stdio.h>
#include <string.h>

#include "competition.h"
struct message {
  char text[8];
  int length;
};
static struct message board;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct message make(const char* text) {
  struct message result;
  memset(&result, 0, sizeof result);
  strcpy(result.text, text);
  result.length = (int)strlen(text);
  return result;
}

static void* writer(void* p) {
#ifdef BUG
  const struct message mine = make("eleven chars");
#else
  const _Bool is_left = __VERIFIER_nondet_bool();
  const struct message mine = is_left ? make("left") : make("right");
#endif
  pthread_mutex_lock(&m);
  board = mine;
  printf("posted %d of %s\n", __VERIFIER_nondet_int(), board.text);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(board.length >= 4 && board.length <= 5 && board.text[7] == 0);
  return 0;
}
