// Waiting for an atomic, with and without the notification that it needs.
// expect: N=1 verdict=clean
// expect: N=0 verdict=bug kind=deadlock
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  const bool notifies = argc < 2 || std::atoi(argv[1]) != 0;
  std::atomic<int> state{0};
  std::atomic<char> small{0};
  int data = 0;
  std::thread a([&] {
    state.wait(0);
    assert(data == 1);
    small.wait(0);
    assert(data == 1);
  });
  data = 1;
  state = 1;
  if (notifies) state.notify_one();
  small = 1;
  small.notify_all();
  a.join();
}
