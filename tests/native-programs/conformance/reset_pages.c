// Globals of many pages are as before main at the start of every run, whichever run wrote them: the
// program or the kernel for it.
// expect: verdict=clean executions=6
//
// Three threads take a number each, in any order (3! traces), and write to pages that depend on
// their number and on who they are, so that most pages are first written in a late run: one by a
// store, one by read().
#include <assert.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../support/spawn.h"

enum { kThreads = 3, kPage = 4096, kPages = 256 };

static char table[kPages * kPage];
static char filled[kPages * kPage] = {1};
static atomic_int next;

static void* writer(void* argument) {
  int me = *(int*)argument;
  int page = 1 + 20 * atomic_fetch_add(&next, 1) + 5 * me;
  table[page * kPage + me] = 1;
  filled[(page + 1) * kPage + me] = 1;
  int file = open("/proc/self/exe", O_RDONLY);
  assert(file >= 0);
  assert(read(file, table + (page + 2) * kPage, 64) == 64);
  assert(read(file, filled + (page + 3) * kPage - 32, 64) == 64);
  close(file);
  return NULL;
}

int main(void) {
  for (int page = 0; page < kPages; page++) {
    const char* a = table + page * kPage;
    const char* b = filled + page * kPage;
    for (int i = 0; i < 64; i++) assert(a[i] == 0 && b[i] == (page == 0 && i == 0));
    for (int i = kPage - 64; i < kPage; i++) assert(a[i] == 0 && b[i] == 0);
  }
  int number[kThreads];
  pthread_t thread[kThreads];
  for (int i = 0; i < kThreads; i++) {
    number[i] = i;
    pthread_create(&thread[i], NULL, writer, &number[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(thread[i], NULL);
  return 0;
}
