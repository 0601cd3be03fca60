// A count that is looked at orders all changes of it.
// expect: verdict=bug kind=assertion
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto object = std::make_shared<int>(1);
  std::thread a([mine = object]() mutable { mine.reset(); });
  std::thread b([mine = object]() mutable {
    assert(mine.use_count() != 2);  // after main's release, before that of a
  });
  object.reset();
  a.join();
  b.join();
}
