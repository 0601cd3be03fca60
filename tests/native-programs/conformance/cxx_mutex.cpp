// std::mutex with lock_guard and unique_lock.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex m;
int n = 0;

void guard() {
  const std::lock_guard lock(m);
  n++;
}

void unique() {
  std::unique_lock lock(m, std::defer_lock);
  assert(!lock.owns_lock());
  lock.lock();
  n++;
  lock.unlock();
}

}  // namespace

int main() {
  std::thread a(guard), b(unique);
  a.join();
  b.join();
  assert(n == 2);
}
