// std::condition_variable_any over a shared_mutex.
// expect: verdict=clean
//
// No count: it keeps a mutex of its own in a shared_ptr, whose counters are atomics of the library.
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex m;
std::condition_variable_any c;
bool ready = false;

void consumer() {
  std::shared_lock lock(m);
  c.wait(lock, [] { return ready; });
}

void producer() {
  {
    const std::unique_lock lock(m);
    ready = true;
  }
  c.notify_one();
}

}  // namespace

int main() {
  std::thread a(consumer), b(producer);
  a.join();
  b.join();
}
