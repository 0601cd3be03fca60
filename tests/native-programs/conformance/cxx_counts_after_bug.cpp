// Releasing a reference orders nothing but the destruction.
// expect: verdict=bug kind=race
//
// Only if b releases its reference last does it know what a has written before.
#include <memory>
#include <thread>

int main() {
  int data = 0;
  auto object = std::make_shared<int>(1);
  int seen = 0;
  std::thread a([&data, mine = object]() mutable {
    data = 1;
    mine.reset();
  });
  std::thread b([&data, &seen, mine = std::move(object)]() mutable {
    mine.reset();
    seen = data;
  });
  a.join();
  b.join();
  return seen > 1;
}
