// SPDX-License-Identifier: Apache-2.0
// oneTBB: concurrent_queue with one producer and one consumer that tries twice.
// WRONG: the consumer expects to find an item at once.
// packages: libtbb-dev
// flags: -ltbb
#include <cassert>
#include <tbb/concurrent_queue.h>
#include <thread>

int main() {
  tbb::concurrent_queue<int> queue;
  std::thread producer([&] { queue.push(7); });
  int item = 7;
  const bool is_there = queue.try_pop(item);
  assert(item == 7);
#ifdef WRONG
  assert(is_there);
#endif
  producer.join();
  assert(is_there == queue.empty());
}
