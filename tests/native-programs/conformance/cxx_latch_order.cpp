// A latch orders what comes before its last count-down before what comes after waiting for it.
// expect: N=1 verdict=clean executions=1
// expect: N=2 verdict=clean executions=2
// expect: N=3 verdict=clean executions=6
//
// The order of the count-downs makes n! executions; main and the threads wait in one step each. As
// the library is written, three threads have more than a million.
#include <cassert>
#include <cstdlib>
#include <latch>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 2;
  std::latch done(n);
  std::vector<int> results(static_cast<std::size_t>(n));
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&, i] {
      results[static_cast<std::size_t>(i)] = i + 1;
      done.arrive_and_wait();
      assert(results[0] == 1);
    });
  }
  done.wait();
  int sum = 0;
  for (const int result : results) sum += result;
  assert(sum == n * (n + 1) / 2);
  for (std::thread& t : threads) t.join();
}
