// std::async, eager and deferred; shared_future; wait_for.
// expect: verdict=clean
//
// No count, see cxx_promise.cpp.
#include <cassert>
#include <chrono>
#include <future>

namespace {

int square(int x) { return x * x; }

}  // namespace

int main() {
  std::future<int> eager = std::async(std::launch::async, square, 3);
  std::future<int> lazy = std::async(std::launch::deferred, square, 4);
  assert(lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  const std::future_status status = eager.wait_for(std::chrono::seconds(2));
  assert(status == std::future_status::ready || status == std::future_status::timeout);
  std::shared_future<int> shared = eager.share();
  assert(shared.get() + shared.get() + lazy.get() == 34);
}
