// Exceptions thrown and caught in threads unlock what they pass.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex, each left by an exception.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

std::mutex m;
int n = 0;

void work(int by) {
  const std::lock_guard lock(m);
  n += by;
  throw std::runtime_error("by " + std::to_string(by));
}

void user(int by) {
  bool has_thrown = false;
  try {
    work(by);
  } catch (const std::exception& error) {
    has_thrown = error.what() == "by " + std::to_string(by);
  }
  assert(has_thrown);
}

}  // namespace

int main() {
  std::thread a(user, 1), b(user, 2);
  a.join();
  b.join();
  assert(n == 3);
}
