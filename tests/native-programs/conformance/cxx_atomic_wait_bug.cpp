// std::atomic::wait without a notification.
// expect: verdict=bug kind=deadlock
//
// No count, see cxx_atomic_wait.cpp. The waiter that has gone to sleep before the store is never
// woken.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> x{0};

}  // namespace

int main() {
  std::thread a([] { x.wait(0); });
  x.store(1);
  a.join();
}
