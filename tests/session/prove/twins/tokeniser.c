// SPDX-License-Identifier: Apache-2.0
// A line is split into words for a worker. BUG: no check whether there is room for one more.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { kWords = 2, kLine = 6 };
static char line[kLine];
static int begin[kWords], words;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* reader(void* p) {
  pthread_mutex_lock(&m);
  if (fgets(line, kLine, stdin) != 0) {
    int is_inside = 0;
    for (int i = 0; i < kLine && line[i] != 0; i++) {
      const int is_blank = line[i] == ' ' || line[i] == '\n';
      if (!is_blank && !is_inside) {
#ifndef BUG
        if (words == kWords) break;
#endif
        assert(words < kWords);
        begin[words++] = i;
      }
      is_inside = !is_blank;
    }
  }
  pthread_mutex_unlock(&m);
  return p;
}

static void* worker(void* p) {
  pthread_mutex_lock(&m);
  for (int i = 0; i < words; i++) assert(begin[i] < kLine);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
