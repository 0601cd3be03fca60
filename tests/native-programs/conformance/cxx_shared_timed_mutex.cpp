// std::shared_timed_mutex: a reader with a timeout, and a writer.
// expect: verdict=clean executions=3
// preload: yes
//
// As rwlock_tryrdlock.c: 3.
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_timed_mutex m;

void writer() { const std::lock_guard lock(m); }

void reader() {
  if (m.try_lock_shared_for(std::chrono::seconds(2))) m.unlock_shared();
}

}  // namespace

int main() {
  std::thread a(writer), b(reader);
  a.join();
  b.join();
}
