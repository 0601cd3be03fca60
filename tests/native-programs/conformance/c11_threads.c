// C11 threads and a plain mutex.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int n;

static int add(void* arg) {
  assert(mtx_lock(&m) == thrd_success);
  n++;
  assert(mtx_unlock(&m) == thrd_success);
  return *(int*)arg;
}

int main(void) {
  assert(mtx_init(&m, mtx_plain) == thrd_success);
  int number[2] = {10, 20};
  thrd_t t[2];
  for (int i = 0; i < 2; i++) assert(thrd_create(&t[i], add, &number[i]) == thrd_success);
  for (int i = 0; i < 2; i++) {
    int result = 0;
    assert(thrd_join(t[i], &result) == thrd_success);
    assert(result == number[i]);
  }
  assert(n == 2);
  mtx_destroy(&m);
  return 0;
}
