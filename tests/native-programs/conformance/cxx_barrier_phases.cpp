// Phases of a barrier, with a completion and a thread that leaves.
// expect: verdict=clean executions=4
//
// Two threads arrive in two orders in each of two phases. In the third phase one is left.
#include <barrier>
#include <cassert>
#include <thread>

int main() {
  int phase = 0;
  int parts[2] = {};
  const auto complete = [&]() noexcept {
    ++phase;
    assert(phase == 3 || parts[0] == parts[1]);
  };
  std::barrier meeting(2, complete);
  std::thread a([&] {
    parts[0] = 1;
    meeting.arrive_and_wait();
    assert(phase == 1 && parts[1] == 1);
    meeting.arrive_and_drop();
  });
  parts[1] = 1;
  meeting.arrive_and_wait();
  assert(phase == 1 && parts[0] == 1);
  meeting.arrive_and_wait();
  assert(phase == 2);
  auto token = meeting.arrive();
  meeting.wait(std::move(token));
  assert(phase == 3);
  a.join();
}
