// A guard without a name lives for one statement: nothing is protected.
// expect: verdict=bug kind=assertion
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex m;
std::atomic<int> n{0};

void add() {
  std::lock_guard<std::mutex>{m};
  n.store(n.load() + 1);
}

}  // namespace

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}
