// thread_local objects with constructors and destructors; the destructors run before the join
// returns.
// expect: verdict=clean executions=2
// preload: yes
//
// Each thread's destructor has one section on one mutex: 2.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::mutex m;
int destroyed = 0;

struct Tally {
  std::string name = "a name too long to be stored inside of the string itself";
  int count = 0;
  ~Tally() {
    const std::lock_guard lock(m);
    destroyed += count;
  }
};

thread_local Tally tally;

void user(int count) {
  assert(tally.count == 0);
  for (int i = 0; i < count; i++) tally.count++;
}

}  // namespace

int main() {
  std::thread a(user, 1), b(user, 2);
  a.join();
  b.join();
  assert(destroyed == 3);
}
