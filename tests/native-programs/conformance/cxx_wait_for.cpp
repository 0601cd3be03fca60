// std::condition_variable: wait_for with a predicate. libstdc++ looks at the clock to know whether
// it timed out: virtual time must have passed the limit after a timeout.
// expect: verdict=clean executions=4
// preload: yes
//
// As cond_timedwait.c: 4. A thread that timed out looks at the predicate once more.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex m;
std::condition_variable c;
bool ready = false;

void consumer() {
  std::unique_lock lock(m);
  const bool is_ready = c.wait_for(lock, std::chrono::seconds(2), [] { return ready; });
  assert(is_ready == ready);
}

void producer() {
  const std::lock_guard lock(m);
  ready = true;
  c.notify_one();
}

}  // namespace

int main() {
  std::thread a(consumer), b(producer);
  a.join();
  b.join();
}
