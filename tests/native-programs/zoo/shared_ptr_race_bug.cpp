// One std::shared_ptr (not a copy each) is changed by one thread and read by another.
// expect: verdict=bug
// needs: memory
//
// The pointer itself is plain memory: a data race, and in some schedules a use after free.
#include <cassert>
#include <memory>
#include <thread>

namespace {

std::shared_ptr<int> current = std::make_shared<int>(1);

}  // namespace

int main() {
  std::thread a([] { current = std::make_shared<int>(2); });
  std::thread b([] {
    const std::shared_ptr<int> mine = current;
    assert(*mine == 1 || *mine == 2);
  });
  a.join();
  b.join();
}
