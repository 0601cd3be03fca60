// std::scoped_lock of two mutexes, executed as it is written, since main tries one of them.
// expect: verdict=clean executions=4
// preload: yes
//
// std::lock locks x and tries y; at the end both are unlocked in that order. Say A is first (2
// ways). B locks x after A's unlock of x, and tries y before A's unlock of y or after it. If
// before, the try fails; B gives x back, yields, waits for y, then tries x, which is free. 2 * 2.
// (In opposite orders the two could give way to each other for ever.)
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex x, y;
int n = 0;

void add() {
  const std::scoped_lock lock(x, y);
  n++;
}

}  // namespace

int main() {
  if (x.try_lock()) x.unlock();
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}
