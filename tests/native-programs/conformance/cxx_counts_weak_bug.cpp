// A weak pointer shows whether the last reference is gone.
// expect: verdict=bug kind=assertion
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto object = std::make_shared<int>(1);
  const std::weak_ptr<int> weak = object;
  std::thread a([mine = std::move(object)]() mutable { mine.reset(); });
  std::thread b([&weak] { assert(weak.lock() != nullptr); });
  a.join();
  b.join();
}
