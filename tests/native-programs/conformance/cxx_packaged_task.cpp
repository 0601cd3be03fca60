// std::packaged_task, run in another thread.
// expect: verdict=clean
//
// No count, see cxx_promise.cpp.
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  std::future<int> result = task.get_future();
  std::thread a(std::move(task), 41);
  assert(result.get() == 42);
  a.join();
}
