// A promise that is given up, and a task that throws: who waits gets the exception.
// expect: verdict=clean
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> broken = promise.get_future();
  std::packaged_task<int()> task([]() -> int { throw std::runtime_error("no"); });
  std::future<int> failed = task.get_future();
  std::thread a([given = std::move(promise)]() mutable { const auto mine = std::move(given); });
  std::thread b(std::move(task));
  int caught = 0;
  try {
    broken.get();
  } catch (const std::future_error& e) {
    caught += e.code() == std::future_errc::broken_promise;
  }
  try {
    failed.get();
  } catch (const std::runtime_error&) {
    ++caught;
  }
  assert(caught == 2);
  a.join();
  b.join();
}
