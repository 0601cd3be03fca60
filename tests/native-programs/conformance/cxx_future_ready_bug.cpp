// Whether a future is ready may be asked at any time.
// expect: verdict=bug kind=assertion
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread a([&] { promise.set_value(1); });
  assert(future.wait_for(std::chrono::seconds(0)) != std::future_status::ready);
  future.wait();
  a.join();
}
