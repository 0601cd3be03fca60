// A guard gives the lock back on every way out.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::mutex m;
int n = 0;

void add() {
  const std::lock_guard lock(m);
  if (++n == 1) throw std::runtime_error("the first one fails");
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
  assert(n == 2);
}
