// SPDX-License-Identifier: Apache-2.0
// moodycamel::ConcurrentQueue: one producer, and a consumer that tries once.
// WRONG: it expects to find the item.
// packages: libconcurrentqueue-dev
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(4);
  std::thread producer([&] { queue.enqueue(7); });
  int item = 7;
  const bool is_there = queue.try_dequeue(item);
  assert(item == 7);
#ifdef WRONG
  assert(is_there);
#endif
  producer.join();
  assert(queue.try_dequeue(item) != is_there);
}
