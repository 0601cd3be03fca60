// A destructor that changes what others read: which thread runs it matters.
// expect: verdict=bug kind=race
//
// main waits for one of the two threads only. In the schedules in which the other one runs the
// destructor, nothing orders it before main's look.
#include <memory>
#include <thread>

namespace {

int destroyed = 0;

struct Object {
  ~Object() { destroyed = 1; }
};

}  // namespace

int main() {
  auto object = std::make_shared<Object>();
  std::thread a([mine = object]() mutable { mine.reset(); });
  std::thread b([mine = std::move(object)]() mutable { mine.reset(); });
  a.join();
  const int seen = destroyed;
  b.join();
  return seen > 1;
}
