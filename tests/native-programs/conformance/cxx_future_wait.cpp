// Waiting for a future is one step, whenever the promise is kept.
// expect: verdict=clean executions=1
//
// As they are written, the four futures make thousands of executions.
#include <cassert>
#include <future>
#include <memory>
#include <string>
#include <thread>

int main() {
  std::promise<int> number;
  std::promise<void> gate;
  const std::shared_future<void> open = gate.get_future().share();
  std::packaged_task<std::string()> task([] { return std::string("text"); });
  std::future<std::string> text = task.get_future();
  std::future<int> sum = number.get_future();
  std::thread a([open, promise = std::move(number)]() mutable {
    open.wait();
    promise.set_value(3);
  });
  std::thread b([open, work = std::move(task)]() mutable {
    open.wait();
    work();
  });
  const auto c = std::async(std::launch::async, [] { return 4; });
  gate.set_value();
  c.wait();
  assert(sum.get() == 3);
  assert(text.get() == "text");
  a.join();
  b.join();
}
