// std::mutex::try_lock.
// expect: verdict=clean executions=4
// preload: yes
//
// As mutex_trylock.c: 4.
#include <mutex>
#include <thread>

namespace {

std::mutex m;

void attempt() {
  if (m.try_lock()) m.unlock();
}

}  // namespace

int main() {
  std::thread a(attempt), b(attempt);
  a.join();
  b.join();
}
