// std::atomic of several types; atomic_ref.
// expect: verdict=clean executions=16
//
// As atomic_sizes.c: four locations in the same order, 2^4.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <thread>

namespace {

std::atomic<std::int8_t> one{0};
std::atomic<bool> flag{false};
std::atomic<double> real{0.0};
std::uint64_t plain = 0;

// The sum keeps results, which show the order of additions.
void add(std::uint64_t& sum) {
  sum += static_cast<std::uint64_t>(one += 1);
  flag.store(true);
  real.exchange(2.5);
  sum += std::atomic_ref(plain).fetch_add(1);
}

}  // namespace

int main() {
  std::uint64_t first = 0, second = 0;
  std::thread a(add, std::ref(first)), b(add, std::ref(second));
  a.join();
  b.join();
  assert(first + second == 1 + 2 + 0 + 1);
  assert(one == 2 && flag && real == 2.5 && plain == 2);
}
