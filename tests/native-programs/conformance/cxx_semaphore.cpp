// std::counting_semaphore and binary_semaphore.
// expect: verdict=clean
//
// No count: made of std::atomic::wait, see cxx_atomic_wait.cpp.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

namespace {

std::binary_semaphore lock(1);
std::counting_semaphore<2> items(0);
int n = 0;

void producer() {
  lock.acquire();
  n++;
  lock.release();
  items.release();
}

}  // namespace

int main() {
  std::thread a(producer);
  items.acquire();
  lock.acquire();
  assert(n == 1);
  lock.release();
  assert(!items.try_acquire());
  a.join();
}
