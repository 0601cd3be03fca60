// std::latch.
// expect: verdict=clean
//
// No count: made of std::atomic::wait, see cxx_atomic_wait.cpp.
#include <cassert>
#include <latch>
#include <thread>

namespace {

std::latch ready(1);
int x = 0;

}  // namespace

int main() {
  std::thread a([] {
    x = 1;
    ready.count_down();
  });
  ready.wait();
  assert(x == 1);
  assert(ready.try_wait());
  a.join();
}
