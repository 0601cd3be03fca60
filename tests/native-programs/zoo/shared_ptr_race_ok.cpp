// The shared_ptr is read and changed under a lock; what is read is a copy.
// expect: verdict=clean
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace {

std::mutex m;
std::shared_ptr<int> current = std::make_shared<int>(1);

}  // namespace

int main() {
  std::thread a([] {
    auto fresh = std::make_shared<int>(2);
    const std::lock_guard lock(m);
    current = std::move(fresh);
  });
  std::thread b([] {
    std::shared_ptr<int> mine;
    {
      const std::lock_guard lock(m);
      mine = current;
    }
    assert(*mine == 1 || *mine == 2);
  });
  a.join();
  b.join();
}
