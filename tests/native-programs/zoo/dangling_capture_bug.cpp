// A detached thread uses a local variable of a function that has returned.
// expect: verdict=bug
// needs: frames
//
// A use of a dead stack frame, which skein does not see: a known hole, not run.
#include <semaphore.h>
#include <thread>

namespace {

sem_t may_go, done;

void start() {
  int local = 7;
  std::thread([&local] {
    sem_wait(&may_go);
    local++;
    sem_post(&done);
  }).detach();
}

}  // namespace

int main() {
  sem_init(&may_go, 0, 0);
  sem_init(&done, 0, 0);
  start();
  sem_post(&may_go);
  sem_wait(&done);
  return 0;
}
