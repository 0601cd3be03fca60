// C11: call_once, and thread-specific storage with a destructor.
// expect: verdict=clean executions=4
// preload: yes
//
// The two entries of the once come in 2 orders, the destructors' sections in 2, and both threads go
// through them in the same order: 2 * 2.
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t m;
static int inits, destroyed;

static void destroy(void* value) {
  mtx_lock(&m);
  destroyed += *(int*)value;
  mtx_unlock(&m);
}

static void init(void) {
  inits++;
  mtx_init(&m, mtx_plain);
  tss_create(&key, destroy);
}

static int user(void* arg) {
  call_once(&once, init);
  tss_set(key, arg);
  assert(tss_get(key) == arg);
  thrd_exit(0);
}

int main(void) {
  int number[2] = {1, 2};
  thrd_t t[2];
  for (int i = 0; i < 2; i++) thrd_create(&t[i], user, &number[i]);
  for (int i = 0; i < 2; i++) thrd_join(t[i], NULL);
  assert(inits == 1);
  assert(destroyed == 3);
  return 0;
}
