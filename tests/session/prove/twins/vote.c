// SPDX-License-Identifier: Apache-2.0
// Votes for one of three candidates are counted by atomic operations. BUG: an invalid vote is
// counted for no candidate, but counted.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { kCandidates = 3 };
static atomic_int votes[kCandidates];
static atomic_int total;

static void* voter(void* p) {
  const int c = getchar();
#ifdef BUG
  atomic_fetch_add(&total, 1);
  if (c >= 'a' && c < 'a' + kCandidates) atomic_fetch_add(&votes[c - 'a'], 1);
#else
  if (c >= 'a' && c < 'a' + kCandidates) {
    atomic_fetch_add(&total, 1);
    atomic_fetch_add(&votes[c - 'a'], 1);
  }
#endif
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, voter, 0);
  pthread_create(&b, 0, voter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int sum = 0;
  for (int i = 0; i < kCandidates; i++) sum += atomic_load(&votes[i]);
  assert(sum == atomic_load(&total));
  return 0;
}
