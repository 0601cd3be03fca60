// std::condition_variable: wait with a predicate, notify_all.
// expect: verdict=clean executions=10
// preload: yes
//
// As cond_broadcast.c: 10.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex m;
std::condition_variable c;
bool ready = false;

void consumer() {
  std::unique_lock lock(m);
  c.wait(lock, [] { return ready; });
}

void producer() {
  const std::lock_guard lock(m);
  ready = true;
  c.notify_all();
}

}  // namespace

int main() {
  std::thread a(consumer), b(consumer), d(producer);
  a.join();
  b.join();
  d.join();
}
