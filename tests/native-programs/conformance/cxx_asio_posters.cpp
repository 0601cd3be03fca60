// Two threads post to a context that a third one runs.
// expect: verdict=clean executions=2
//
// The handlers run in the order of the posts: two orders. When the runner comes does not matter:
// the guard tells it to wait.
#include <asio.hpp>
#include <cassert>
#include <string>
#include <thread>

int main() {
  asio::io_context context;
  auto guard = asio::make_work_guard(context);
  std::string said;  // the runner's: no lock
  std::thread runner([&] { context.run(); });
  std::thread a([&] { asio::post(context, [&] { said += 'a'; }); });
  std::thread b([&] { asio::post(context, [&] { said += 'b'; }); });
  a.join();
  b.join();
  guard.reset();
  runner.join();
  assert(said == "ab" || said == "ba");
}
