// SPDX-License-Identifier: Apache-2.0
// A hash table with a lock for each bucket, found by an unknown key. BUG: key and lock disagree.
#include "competition.h"
enum { kBuckets = 4 };
struct bucket {
  int count;
  pthread_mutex_t lock;
};
static struct bucket table[kBuckets];

static void insert(unsigned key) {
  struct bucket* const b = &table[key % kBuckets];
#ifdef BUG
  pthread_mutex_t* const lock = &table[key % 2].lock;
#else
  pthread_mutex_t* const lock = &b->lock;
#endif
  pthread_mutex_lock(lock);
  b->count++;
  pthread_mutex_unlock(lock);
}

static void* thread(void* p) {
  insert(__VERIFIER_nondet_uint());
  return p;
}

int main(void) {
  pthread_t a, b;
  for (int i = 0; i < kBuckets; i++) pthread_mutex_init(&table[i].lock, 0);
#ifdef BUG
  table[3].count = 1;
#endif
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
#ifdef BUG
  pthread_mutex_lock(&table[2].lock);
  table[2].count++;
  pthread_mutex_unlock(&table[2].lock);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (int i = 0; i < kBuckets; i++) check(table[i].count >= 0 && table[i].count <= 3);
  return 0;
}
