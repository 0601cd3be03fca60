// std::call_once tries again after an exception.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders of the entries; the first one throws.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::once_flag once;
int attempts = 0, value = 0;

void user() {
  try {
    std::call_once(once, [] {
      if (++attempts == 1) throw std::runtime_error("not yet");
      value = 7;
    });
  } catch (const std::runtime_error&) {
  }
}

}  // namespace

int main() {
  std::thread a(user), b(user);
  a.join();
  b.join();
  assert(value == 7);
}
