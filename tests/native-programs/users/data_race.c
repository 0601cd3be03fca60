// Two plain writes without a lock: a data race, though no assertion fails.
// expect: verdict=bug kind=race
// needs: memory
#include <pthread.h>

static int x;

static void* add(void* arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return x == 0;
}
