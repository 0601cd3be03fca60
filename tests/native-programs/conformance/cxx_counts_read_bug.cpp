// A destructor that reads what is written later: the thread that runs it must have told the writer.
// expect: verdict=bug kind=race
//
// main waits for one of the two threads only.
#include <memory>
#include <thread>

namespace {

int limit = 1;

struct Object {
  int value = 0;
  ~Object() { value = limit; }
};

}  // namespace

int main() {
  auto object = std::make_shared<Object>();
  std::thread a([mine = object]() mutable { mine.reset(); });
  std::thread b([mine = std::move(object)]() mutable { mine.reset(); });
  a.join();
  limit = 2;
  b.join();
}
