// asio on one thread: what runs when, and what is counted.
// expect: verdict=clean executions=1
//
// One thread: one trace. What it asserts holds for the real asio too (tests/handlers).
#include <asio.hpp>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <string>

int main() {
  asio::io_context context;
  auto executor = context.get_executor();
  std::string said;
  const auto say = [&said](char c) { return [&said, c] { said += c; }; };

  assert(!context.stopped());
  asio::post(context, say('a'));
  asio::post(executor, [&] {
    said += 'b';
    assert(executor.running_in_this_thread());
    asio::post(context, say('e'));
    asio::dispatch(context, say('c'));  // here, at once
    asio::defer(context, say('f'));
    said += 'd';
  });
  assert(!executor.running_in_this_thread());
  assert(said.empty());
  assert(context.run() == 4);
  assert(said == "abcdef");

  // Out of work is stopped, until the restart.
  assert(context.stopped());
  asio::post(context, say('g'));
  assert(context.run() == 0 && context.poll() == 0);
  context.restart();
  asio::post(context, say('h'));
  assert(context.run_one() == 1 && said == "abcdefg" && !context.stopped());
  assert(context.run_one() == 1 && said == "abcdefgh" && context.stopped());
  assert(context.run_one() == 0);

  // poll() does not wait; work keeps the context from being stopped.
  context.restart();
  {
    auto guard = asio::make_work_guard(context);
    assert(guard.owns_work());
    assert(context.poll() == 0 && !context.stopped());
    asio::post(context, say('i'));
    asio::post(context, say('j'));
    assert(context.poll_one() == 1 && said.back() == 'i');
    assert(context.poll() == 1 && said.back() == 'j' && !context.stopped());
    guard.reset();
    assert(!guard.owns_work());
  }
  assert(context.run() == 0 && context.stopped());

  // stop() leaves what is there for later.
  context.restart();
  asio::post(context, [&] { context.stop(); });
  asio::post(context, say('k'));
  assert(context.run() == 1 && context.stopped() && said.back() == 'j');
  context.restart();
  assert(context.run() == 1 && said.back() == 'k');

  // What a handler throws comes out of run(), which can be called again.
  context.restart();
  asio::post(context, [] { throw std::runtime_error("no"); });
  asio::post(context, say('l'));
  bool has_thrown = false;
  try {
    context.run();
  } catch (const std::runtime_error& error) {
    has_thrown = std::string(error.what()) == "no";
  }
  assert(has_thrown);
  assert(context.run() == 1 && said.back() == 'l');

  // Handlers that can only be moved.
  context.restart();
  asio::post(context, [&said, c = std::make_unique<char>('m')] { said += *c; });
  assert(context.run() == 1 && said.back() == 'm');

  // What never runs is destroyed with the context.
  auto kept = std::make_shared<int>(1);
  {
    asio::io_context other(1);
    asio::post(other, [kept] {});
    assert(kept.use_count() == 2);
  }
  assert(kept.use_count() == 1);
}
