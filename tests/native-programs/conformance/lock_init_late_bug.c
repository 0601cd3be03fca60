// A mutex is initialised while another thread may hold it already.
// expect: verdict=bug kind=lock-misuse
//
// The worker's section lies before the initialisation, after it, or around it.
#include "../support/spawn.h"

static pthread_mutex_t m;
static int sum;

static void worker(void) {
  pthread_mutex_lock(&m);
  ++sum;
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_mutex_init(&m, NULL);
  pthread_join(t, NULL);
  return 0;
}
