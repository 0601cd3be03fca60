// A plain pointer to an object whose last reference may be gone.
// expect: verdict=bug kind=race kind=memory
#include <memory>
#include <thread>

int main() {
  auto object = std::make_shared<int>(1);
  int seen = 0;
  std::thread a([&seen, mine = object]() mutable {
    const int* const plain = mine.get();
    mine.reset();
    seen = *plain;
  });
  object.reset();
  a.join();
  return seen > 1;
}
