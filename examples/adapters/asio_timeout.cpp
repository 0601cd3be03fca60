// A program for asio: a request is answered by a reply or given up by a timer, whichever comes
// first. With skein's adapter the timer may expire at any moment (docs/asio.md):
//
//   skein check examples/adapters/asio_timeout.cpp --cflags=-Iinclude/skein/adapters
//
// With -D BUG=1 it relies on cancel(): but a timer that has expired is not cancelled any more, and
// its handler, in the queue already, is called without an error. With asio:
//
//   g++ -std=c++17 examples/adapters/asio_timeout.cpp -pthread && ./a.out
#include <asio.hpp>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <thread>

class Request {
 public:
  explicit Request(asio::io_context& context)
      : strand_(asio::make_strand(context)), timer_(context) {}

  void start() {
    timer_.expires_after(std::chrono::seconds(5));
    timer_.async_wait(asio::bind_executor(strand_, [this](const asio::error_code& error) {
      if (error != asio::error::operation_aborted) finish("timeout");
    }));
  }

  // From any thread.
  void reply() {
    asio::post(strand_, [this] {
      timer_.cancel();
      finish("reply");
    });
  }

  int answers() const { return answers_; }

 private:
  void finish(const char* answer) {
#ifndef BUG
    if (answers_ > 0) return;
#endif
    ++answers_;
    std::puts(answer);
  }

  asio::strand<asio::io_context::executor_type> strand_;
  asio::steady_timer timer_;
  int answers_ = 0;  // the strand's: no lock
};

int main() {
  asio::io_context context;
  Request request(context);
  request.start();
  std::thread network([&, guard = asio::make_work_guard(context)] { request.reply(); });
  std::thread worker([&] { context.run(); });
  context.run();
  worker.join();
  network.join();
  assert(request.answers() == 1);
}
