// Destructors may read what nobody writes any more.
// expect: verdict=clean executions=1
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
  limit = 2;
  auto object = std::make_shared<Object>();
  std::thread a([mine = object]() mutable { mine.reset(); });
  std::thread b([mine = std::move(object)]() mutable { mine.reset(); });
  a.join();
  b.join();
  return limit - 2;
}
