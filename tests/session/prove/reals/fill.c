// A tank is filled in unknown portions. BUG: a portion may be larger than what is left.
#include <assert.h>
#include <pthread.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static float level;

static void* pump(void* unused) {
  (void)unused;
  const float portion = __VERIFIER_nondet_float();
#ifdef BUG
  __VERIFIER_assume(portion >= 0.5f && portion <= 4.0f);
#else
  __VERIFIER_assume(portion >= 0.5f && portion <= 2.0f);
#endif
  float mine = 0;
  while (mine < 100.0f) mine += portion;
  assert(mine < 102.5f);
  pthread_mutex_lock(&lock);
  level = mine;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, pump, 0);
  pthread_mutex_lock(&lock);
  assert(level >= 0 && level <= 103.0f);
  pthread_mutex_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
