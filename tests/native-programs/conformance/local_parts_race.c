// Members and elements of a local variable that another thread has the address of. N is the form.
// expect: N=0 LOCKED=0 verdict=bug kind=race
// expect: N=1 LOCKED=0 verdict=bug kind=race
// expect: N=2 LOCKED=0 verdict=bug kind=race
// expect: N=3 LOCKED=0 verdict=bug kind=race
// expect: N=0 LOCKED=1 verdict=clean
// expect: N=1 LOCKED=1 verdict=clean
// expect: N=2 LOCKED=1 verdict=clean
// expect: N=3 LOCKED=1 verdict=clean
// needs: memory
//
// clang's -fsanitize=thread (up to 19) leaves out all but the first member and element.
#include <pthread.h>
#include <stdlib.h>

struct Shared {
  int first, second;
  struct {
    char letters[4];
    long number;
  } inner;
};

static int is_locked;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
  if (is_locked) pthread_mutex_lock(&mutex);
}

static void unlock(void) {
  if (is_locked) pthread_mutex_unlock(&mutex);
}

static void* change(void* argument) {
  struct Shared* shared = argument;
  lock();
  shared[1].second++;
  shared[1].inner.number++;
  shared[0].inner.letters[2]++;
  unlock();
  return NULL;
}

int main(int count, char** arguments) {
  const int form = count > 1 ? atoi(arguments[1]) : 0;
  is_locked = count > 2 && atoi(arguments[2]);
  struct Shared shared[2] = {{0}};
  int seen = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, change, shared);
  lock();
  if (form == 0) shared[1].second = 1;
  if (form == 1) seen = (int)shared[1].inner.number;
  if (form == 2) shared[0].inner.letters[2]++;
  if (form == 3) seen = shared[0].inner.letters[form - 1];
  unlock();
  pthread_join(thread, NULL);
  return seen > 1;
}
