// std::atomic::wait and notify.
// expect: verdict=clean
//
// No count: the library spins a while, counts its waiters and uses futexes; how many operations
// these are is its own.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> x{0};
int data = 0;

void consumer() {
  x.wait(0);
  assert(x.load() == 1);
  assert(data == 7);
}

void producer() {
  data = 7;
  x.store(1);
  x.notify_one();
}

}  // namespace

int main() {
  std::thread a(consumer), b(producer);
  a.join();
  b.join();
}
