// The thread has its own copy.
// expect: verdict=clean executions=1
// preload: yes
//
// Each semaphore has one post and one wait: one trace.
#include <cassert>
#include <pthread.h>
#include <semaphore.h>
#include <thread>

namespace {

sem_t may_go, done;
int result = 0;

void start() {
  int local = 7;
  std::thread([local]() mutable {
    sem_wait(&may_go);
    result = ++local;
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
  assert(result == 8);
  pthread_exit(nullptr);  // the detached thread may still live
}
