// An exception leaves a lock held.
// expect: verdict=bug kind=deadlock executions=2 deadlocks=2
// preload: yes
//
// The first thread throws with the lock held, the other one waits for ever: 2 orders.
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::mutex m;
int n = 0;

void add() {
  m.lock();
  if (++n == 1) throw std::runtime_error("the first one fails");
  m.unlock();
}

void user() {
  try {
    add();
  } catch (const std::runtime_error&) {
  }
}

}  // namespace

int main() {
  std::thread a(user), b(user);
  a.join();
  b.join();
}
