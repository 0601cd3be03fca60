// SPDX-License-Identifier: Apache-2.0
// A block of a disk is allocated with an inode, under two locks. Who allocates it has marked it as
// busy, under the lock of the other, so the two are ordered. BUG: the mark is missing.
#include "competition.h"
static int block = 1, busy;
#ifdef BUG
static int inode = 1;
#else
static int inode;
#endif
static pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER, m_busy = PTHREAD_MUTEX_INITIALIZER;

static void* allocate(void* p) {
  pthread_mutex_lock(&m_inode);
  if (inode == 0) {
    pthread_mutex_lock(&m_busy);
    busy = 1;
    pthread_mutex_unlock(&m_busy);
    inode = 1;
  }
  block = 1;
  check(block == 1);
  pthread_mutex_unlock(&m_inode);
  return p;
}

static void* release(void* p) {
  pthread_mutex_lock(&m_busy);
  if (busy == 0) {
    block = 0;
    check(block == 0);
  }
  pthread_mutex_unlock(&m_busy);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, allocate, 0);
  pthread_create(&b, 0, release, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
