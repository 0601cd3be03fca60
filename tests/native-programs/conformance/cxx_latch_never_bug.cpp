// One count-down too few: all who wait for the latch wait for ever.
// expect: verdict=bug kind=deadlock
#include <latch>
#include <thread>

int main() {
  std::latch done(3);
  std::thread a([&] { done.arrive_and_wait(); });
  done.arrive_and_wait();
  a.join();
}
