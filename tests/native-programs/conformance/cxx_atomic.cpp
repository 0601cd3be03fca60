// std::atomic of several types; atomic_ref.
// expect: verdict=clean executions=16
//
// As atomic_sizes.c: four locations in the same order, 2^4.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

std::atomic<std::int8_t> one{0};
std::atomic<bool> flag{false};
std::atomic<double> real{0.0};
std::uint64_t plain = 0;

void add() {
  one += 1;
  flag.store(true);
  real.exchange(2.5);
  std::atomic_ref(plain).fetch_add(1);
}

}  // namespace

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(one == 2 && flag && real == 2.5 && plain == 2);
}
