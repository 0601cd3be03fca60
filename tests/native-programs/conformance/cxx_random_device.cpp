// std::random_device asks the processor for random numbers; under skein a thread gets the same
// numbers in every run.
// expect: verdict=clean
#include <atomic>
#include <cassert>
#include <random>
#include <thread>

static std::atomic<int> n;

static void work() {
  std::random_device device;
  const unsigned rounds = device() % 4;
  for (unsigned i = 0; i < rounds; ++i) n += 1;
}

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}
