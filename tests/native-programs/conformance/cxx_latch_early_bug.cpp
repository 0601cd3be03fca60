// What a thread does after its count-down is not ordered before waiting.
// expect: verdict=bug kind=race
#include <latch>
#include <thread>

int main() {
  std::latch done(1);
  int result = 0;
  std::thread a([&] {
    done.count_down();
    result = 1;
  });
  done.wait();
  const int seen = result;
  a.join();
  return seen > 1;
}
