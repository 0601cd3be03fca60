// The last reference to a future's state may be that of a thread that has ended, or main's.
// expect: verdict=clean
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<int()> task([] { return 5; });
  std::future<int> result = task.get_future();
  std::thread([own = std::move(task)]() mutable { own.make_ready_at_thread_exit(); }).detach();
  assert(result.get() == 5);
}
