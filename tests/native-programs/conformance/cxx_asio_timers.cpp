// Two timers of asio that are never cancelled.
// expect: verdict=clean executions=3
//
// They expire in any order, and the first one may before the second is set: 3. (With the real asio
// the shorter one comes first.)
#include <asio.hpp>
#include <cassert>
#include <chrono>
#include <string>

int main() {
  using std::chrono::milliseconds;
  asio::io_context context;
  asio::steady_timer a(context, milliseconds(1));
  asio::steady_timer b(context.get_executor());
  b.expires_after(milliseconds(20));
  std::string said;
  a.async_wait([&](const asio::error_code& error) { said += error ? '!' : 'a'; });
  b.async_wait([&](const asio::error_code& error) { said += error ? '!' : 'b'; });
  assert(context.run() == 2);
  assert(said == "ab" || said == "ba");
  assert(a.cancel() == 0);
}
