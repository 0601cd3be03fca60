// A jthread needs C++20, which C++ sources get without a flag.
// expect: verdict=clean
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> sum = 0;
  {
    std::jthread one([&] { sum += 1; });
    std::jthread two([&](std::stop_token token) { sum += token.stop_requested() ? 2 : 3; });
  }
  return sum == 0;
}
