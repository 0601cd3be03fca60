// A thread that arrives without waiting may be a phase behind.
// expect: verdict=bug kind=race
#include <barrier>
#include <thread>

int main() {
  std::barrier meeting(2);
  int shared = 0;
  std::thread a([&] {
    (void)meeting.arrive();
    shared = 1;
  });
  meeting.arrive_and_wait();
  const int seen = shared;
  a.join();
  return seen > 1;
}
