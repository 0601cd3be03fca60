// std::scoped_lock avoids deadlock by giving back what it has: two of them, in opposite orders, may
// do so again and again. That is waiting, and it ends.
// expect: verdict=clean
#include <cassert>
#include <mutex>
#include <thread>

namespace {
std::mutex a;
std::mutex b;
int n = 0;
}  // namespace

int main() {
  std::thread first([] {
    const std::scoped_lock both(a, b);
    ++n;
  });
  std::thread second([] {
    const std::scoped_lock both(b, a);
    ++n;
  });
  first.join();
  second.join();
  assert(n == 2);
}
