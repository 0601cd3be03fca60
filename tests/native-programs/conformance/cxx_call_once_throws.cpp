// A std::call_once whose function throws has not happened: the next one tries again.
// expect: verdict=clean executions=2
// preload: yes
//
// The first to enter throws, the other one succeeds: 2 orders. (A throwing leave reopens the
// once.)
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::once_flag once;
int attempts = 0, successes = 0;

void initialise() {
  if (++attempts == 1) throw std::runtime_error("not yet");
  successes++;
}

void user() {
  try {
    std::call_once(once, initialise);
  } catch (const std::runtime_error&) {
  }
}

}  // namespace

int main() {
  std::thread a(user), b(user);
  a.join();
  b.join();
  assert(attempts == 2 && successes == 1);
}
