// std::this_thread: sleep_for, sleep_until, yield take no schedule away.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#include <cassert>
#include <chrono>
#include <thread>

int main() {
  using namespace std::chrono_literals;
  std::thread a([] {
    const auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(10ms);
    std::this_thread::yield();
    std::this_thread::sleep_until(start + 20ms);
    assert(std::chrono::steady_clock::now() - start >= 20ms);
  });
  a.join();
}
