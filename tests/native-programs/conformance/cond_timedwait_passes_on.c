// A thread that timed out takes no signal from one that still waits. A lost signal deadlocks here.
// expect: verdict=clean executions=18
// preload: yes
//
// Sections exclude each other, so an execution is their order and the choices of signals. With S
// for the producer's, T and U for the first ones of the timed and the patient waiter, t and u for
// what comes after their waits:
// - S first: no waiter, T and U in 2 orders.
// - T, t first: U S u, or S U: 2.
// - T, S first: S wakes T or came too late; t and U in 2 orders: 4.
// - T, U or U, T first (2 ways), both wait: t S u; or S wakes T, which signals: t u; or S wakes U,
//   t and u in 2 orders: 4.
// - U, S first: u and T in 2 orders.
//
// 2 + 2 + 4 + 2 * 4 + 2.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void timed(void) {
  struct timespec until = soon(CLOCK_REALTIME);
  pthread_mutex_lock(&m);
  if (!ready && pthread_cond_timedwait(&c, &m, &until) == 0) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

static void patient(void) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(timed, patient, producer);
  return 0;
}
