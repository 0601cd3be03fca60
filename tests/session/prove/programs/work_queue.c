// SPDX-License-Identifier: Apache-2.0
// A driver's list of requests, linked through the requests, whose results are unknown. BUG: a
// request is used after it was completed and freed.
#include "competition.h"
struct request {
  struct request* next;
  int bytes;
};
static struct request* list;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* submit(void* p) {
  struct request* const r = malloc(sizeof *r);
  if (r == 0) return p;
  r->bytes = __VERIFIER_nondet_int() & 63;
  pthread_mutex_lock(&m);
  r->next = list;
  list = r;
  pthread_mutex_unlock(&m);
#ifdef BUG
  pthread_mutex_lock(&m);
  total += r->bytes;
  pthread_mutex_unlock(&m);
#endif
  return p;
}

static void* complete(void* p) {
  pthread_mutex_lock(&m);
  struct request* const r = list;
  if (r != 0) {
    list = r->next;
    total += r->bytes;
    free(r);
  }
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, submit, 0);
  pthread_create(&b, 0, complete, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(total >= 0 && total <= 126);
  return 0;
}
