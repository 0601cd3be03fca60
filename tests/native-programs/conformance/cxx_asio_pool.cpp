// Two handlers in a pool of two threads.
// expect: verdict=clean executions=14
//
// P and Q are the pool's threads. Each takes handlers under a lock, so the order of their turns
// matters. Turns one and two take the two handlers, turn three finds the end of the work; then the
// other one sees that it is over. Turn three asks whether the other one is still busy: it
// is or it is not, if that one has had a handler.
//   Both handlers to P: turn three is P's, and Q has nothing to do, or Q's, while P is busy or
//   not: 3. The same for Q: 3. One each, P first: turn three P's or Q's, the other one busy or not:
//   4; the order of the additions is not observable. Q first: 4.
#include <asio.hpp>
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> n{0};
  asio::thread_pool pool(2);
  asio::post(pool, [&] { n += 1; });
  asio::post(pool, [&] { n += 1; });
  pool.join();
  assert(n == 2);
}
