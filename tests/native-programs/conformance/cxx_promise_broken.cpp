// A promise that is dropped breaks: its future throws.
// expect: verdict=clean
//
// No count, see cxx_promise.cpp.
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<int> value;
  std::future<int> got = value.get_future();
  std::thread a([p = std::move(value)] {});
  bool is_broken = false;
  try {
    got.get();
  } catch (const std::future_error& error) {
    is_broken = error.code() == std::future_errc::broken_promise;
  }
  assert(is_broken);
  a.join();
}
