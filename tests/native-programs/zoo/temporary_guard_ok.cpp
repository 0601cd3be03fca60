// The guard has a name.
// expect: verdict=clean executions=2
//
// 2 orders of the sections.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex m;
std::atomic<int> n{0};

void add() {
  const std::lock_guard<std::mutex> guard{m};
  n.store(n.load() + 1);
}

}  // namespace

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}
