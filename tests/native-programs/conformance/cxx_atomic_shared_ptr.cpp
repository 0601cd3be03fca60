// std::atomic<std::shared_ptr>: its lock is the library's affair.
// expect: verdict=clean
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared{std::make_shared<int>(1)};

int main() {
  std::thread writer([] { shared.store(std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = shared.load();
  assert(*seen == 1 || *seen == 2);
  writer.join();
  assert(*shared.load() == 2);
}
