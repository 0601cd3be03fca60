// N threads count with the operators of std::atomic and copy a shared pointer. Main looks when they
// have ended.
// expect: N=1 verdict=clean executions=1
// expect: N=4 verdict=clean executions=1
//
// The order of additions is not observable. The copies are destroyed by main.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 2;
  std::atomic<int> small{0};
  std::atomic<unsigned long> large{0};
  std::atomic<signed char> tiny{0};
  const auto shared = std::make_shared<int>(7);
  std::vector<std::shared_ptr<int>> copies(static_cast<std::size_t>(n));
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&, i] {
      small++;
      ++small;
      small += i + 1;
      small.fetch_add(2, std::memory_order_relaxed);
      large += 5;
      large--;
      large -= 1;
      --large;
      large.fetch_sub(1);
      tiny++;
      tiny -= 2;
      copies[static_cast<std::size_t>(i)] = shared;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(small == 4 * n + n * (n + 1) / 2);
  assert(large == static_cast<unsigned long>(n));
  assert(tiny == -n);
  assert(shared.use_count() == n + 1);
}
