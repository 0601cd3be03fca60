// Handlers in C++: messages are callables.
// expect: verdict=clean executions=2
// needs: events.h
//
// Two messages that write the same variable: two orders. That of the log is kept.
#include <atomic>
#include <cassert>
#include <memory>
#include <skein/events.hpp>
#include <string>
#include <vector>

int main() {
  std::atomic<int> x{0};
  std::vector<int> lines;
  {
    skein::Handler log{skein::Order::fifo};
    skein::Handler worker;
    for (int i = 1; i <= 2; ++i) {
      worker.post([&x, i] {
        x = i;
        assert(skein_handler_self() != nullptr);
      });
    }
    for (int i = 0; i < 3; ++i) {
      log.post([&lines, line = std::make_shared<int>(i)] { lines.push_back(*line); });
    }
    worker.wait();
    assert(x == 1 || x == 2);
  }
  assert((lines == std::vector<int>{0, 1, 2}));
}
