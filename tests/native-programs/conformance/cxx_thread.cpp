// std::thread with arguments, results by reference, moved and detached threads,
// hardware_concurrency.
// expect: verdict=clean executions=1
// preload: yes
//
// The one post comes before the one wait, the rest is joined: one trace.
#include <cassert>
#include <functional>
#include <memory>
#include <pthread.h>
#include <semaphore.h>
#include <string>
#include <thread>
#include <utility>

namespace {

sem_t done;

void concatenate(const std::string& a, std::unique_ptr<std::string> b, std::string& out) {
  out = a + *b;
}

}  // namespace

int main() {
  sem_init(&done, 0, 0);
  std::string out;
  std::thread t(concatenate, "left", std::make_unique<std::string>("right"), std::ref(out));
  std::thread moved = std::move(t);
  assert(!t.joinable() && moved.joinable());
  assert(moved.get_id() != std::this_thread::get_id());
  moved.join();
  assert(out == "leftright");
  std::thread([] { sem_post(&done); }).detach();
  sem_wait(&done);
  assert(std::thread::hardware_concurrency() < 100000);
  pthread_exit(nullptr);  // the detached thread may still live
}
