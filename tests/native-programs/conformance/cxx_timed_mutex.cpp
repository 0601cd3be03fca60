// std::timed_mutex: try_lock_for and try_lock_until are tries to the scheduler.
// expect: verdict=clean executions=4
// preload: yes
//
// As mutex_trylock.c: 4.
#include <chrono>
#include <mutex>
#include <thread>

namespace {

std::timed_mutex m;

void waits_for() {
  if (m.try_lock_for(std::chrono::seconds(2))) m.unlock();
}

void waits_until() {
  if (m.try_lock_until(std::chrono::system_clock::now() + std::chrono::seconds(2))) m.unlock();
}

}  // namespace

int main() {
  std::thread a(waits_for), b(waits_until);
  a.join();
  b.join();
}
