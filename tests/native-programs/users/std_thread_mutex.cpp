// std::thread and std::mutex.
// expect: verdict=clean executions=6
// preload: yes
//
// Three sections on one mutex: 3!.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex m;
  int n = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) {
    threads.emplace_back([&] {
      const std::lock_guard lock(m);
      n++;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(n == 3);
}
