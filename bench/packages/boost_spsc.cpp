// SPDX-License-Identifier: Apache-2.0
// Boost.Lockfree: a ring for one producer and one consumer. WRONG: two producers use it.
// packages: libboost-dev
#include <boost/lockfree/spsc_queue.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> ring;
  std::thread producer([&] { ring.push(1); });
#ifdef WRONG
  ring.push(2);
  producer.join();
  assert(ring.read_available() == 2);
#else
  int item = 1;
  ring.pop(item);
  producer.join();
  assert(item == 1);
#endif
}
