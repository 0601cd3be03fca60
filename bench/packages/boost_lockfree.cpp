// SPDX-License-Identifier: Apache-2.0
// Boost.Lockfree: a queue with two producers. WRONG: main expects their order.
// known: the race is real: the free list reads a node that another thread may write (docs/found.md)
// packages: libboost-dev
#include <boost/lockfree/queue.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int, boost::lockfree::capacity<2>> queue;
  std::thread a([&] { queue.push(1); });
  std::thread b([&] { queue.push(2); });
  a.join();
  b.join();
  int first = 0;
  int second = 0;
  const bool has_both = queue.pop(first) && queue.pop(second);
  assert(has_both && first + second == 3);
#ifdef WRONG
  assert(first == 1);
#endif
}
