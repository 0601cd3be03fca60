// pthread_exit runs the destructors and cleanup handlers of the stack it is called on, in every run
// of the exploration, whatever the runs before were like: the same call, from the same place, finds
// an object on the stack, or a handler, or nothing.
// expect: verdict=clean executions=6
//
// The 3! orders of the three additions to one variable.
#include <atomic>
#include <cassert>
#include <pthread.h>

namespace {

std::atomic<int> turn{0};
int destroyed = 0;  // by the three threads, one at a time: joined before it is read
int handled = 0;

struct Guard {
  ~Guard() { ++destroyed; }
};

[[noreturn]] __attribute__((noinline)) void leave() { pthread_exit(nullptr); }

__attribute__((noinline)) void leave_guarded() {
  const Guard guard;
  leave();
}

void handle(void*) { ++handled; }

__attribute__((noinline)) void leave_handled() {
  pthread_cleanup_push(&handle, nullptr);
  leave();
  pthread_cleanup_pop(0);
}

// The first thread has a guard on its stack, the second a handler, the third nothing.
void* thread(void*) {
  switch (turn++) {
    case 0: leave_guarded(); break;
    case 1: leave_handled(); break;
    default: leave();
  }
  return nullptr;
}

}  // namespace

int main() {
  pthread_t threads[3];
  for (pthread_t& t : threads) pthread_create(&t, nullptr, &thread, nullptr);
  for (const pthread_t t : threads) pthread_join(t, nullptr);
  assert(destroyed == 1);
  assert(handled == 1);
}
