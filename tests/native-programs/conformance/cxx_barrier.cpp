// std::barrier with a completion function.
// expect: verdict=clean
//
// No count: made of std::atomic::wait, see cxx_atomic_wait.cpp.
#include <barrier>
#include <cassert>
#include <thread>

namespace {

int completions = 0;
int work[2] = {0, 0};

void complete() noexcept {
  completions++;
  assert(work[0] == 1 && work[1] == 1);
}

std::barrier meeting(2, complete);

void worker(int i) {
  work[i] = 1;
  meeting.arrive_and_wait();
  assert(completions == 1);
}

}  // namespace

int main() {
  std::thread a(worker, 0);
  worker(1);
  a.join();
}
