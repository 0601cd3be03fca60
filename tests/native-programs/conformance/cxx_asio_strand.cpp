// A strand of a context that another thread runs.
// expect: verdict=clean executions=3
//
// The second post to the strand comes before the first handler has given the strand back, or after.
// If after, main submits the strand again: one class. If before, the runner does, and that comes
// before or after main gives back the guard: two.
#include <asio.hpp>
#include <cassert>
#include <thread>

int main() {
  asio::io_context context;
  auto guard = asio::make_work_guard(context);
  auto strand = asio::make_strand(context);
  int n = 0;  // the strand's: no lock
  std::thread runner([&] { context.run(); });
  asio::post(strand, [&] { n = 1; });
  asio::post(strand, [&] {
    assert(n == 1);
    n = 2;
  });
  guard.reset();
  runner.join();
  assert(n == 2);
}
