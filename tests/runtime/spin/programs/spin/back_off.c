// Two threads wait in loops that notice each other's locks: `taker` fails while `holder` holds m,
// `holder` backs off while `taker` holds l. The assertion fails if `holder` backs off twice, and
// `taker` begins a round for each:
// 1. `holder` holds n: `witness` notices. `holder` fails because of `taker`'s first round, and
//    gives back n.
// 2. `witness` takes n, then l: so the first round is over, and its last attempt fails.
// 3. `holder` holds n again: `witness` notices. `holder` fails because of `taker`'s second round.
// 4. `taker` gets m before `holder` has finished.
// `taker` ends its second round in the state in which it ended the first, and `holder` fails the
// second time in the state in which it failed the first time. Yet neither round can be left out:
// `witness` took n in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int was_seen_twice;
static atomic_int is_finished;

static void* taker(void* unused) {
  do {
    pthread_mutex_lock(&l);
    pthread_mutex_unlock(&l);
  } while (pthread_mutex_trylock(&m) != 0);
  assert(!was_seen_twice || is_finished);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* holder(void* unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    if (pthread_mutex_trylock(&l) == 0) break;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
  }
  is_finished = 1;
  pthread_mutex_unlock(&l);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return unused;
}

static int is_n_free(void) {
  if (pthread_mutex_trylock(&n) != 0) return 0;
  pthread_mutex_unlock(&n);
  return 1;
}

static void* witness(void* unused) {
  if (is_n_free()) return unused;
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&l);
  pthread_mutex_unlock(&l);
  pthread_mutex_unlock(&n);
  if (!is_n_free()) was_seen_twice = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, taker, 0);
  pthread_create(&threads[1], 0, holder, 0);
  pthread_create(&threads[2], 0, witness, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
