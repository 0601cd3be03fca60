// A timer that is cancelled by a handler.
// expect: verdict=clean executions=3
//
// The timer's expiry comes into the queue before the handler that cancels it: then it runs first.
// Or after it: then the timer has expired when it is cancelled, or not. (The real time never
// comes: the real asio always cancels.)
#include <asio.hpp>
#include <cassert>
#include <chrono>

int main() {
  asio::io_context context;
  asio::steady_timer timer(context, std::chrono::seconds(100));
  int calls = 0;
  bool has_cancelled = false;
  std::size_t cancelled = 0;
  timer.async_wait([&](const asio::error_code& error) {
    ++calls;
    if (error) {
      assert(error == asio::error::operation_aborted && cancelled == 1);
    } else {
      assert(cancelled == 0);
      assert(std::chrono::steady_clock::now() >= timer.expiry());
    }
  });
  asio::post(context, [&] {
    cancelled = timer.cancel();
    has_cancelled = true;
  });
  assert(context.run() == 2);
  assert(calls == 1 && has_cancelled);
}
