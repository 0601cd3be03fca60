// SPDX-License-Identifier: Apache-2.0
// Boost.Fiber: two fibers of one thread, and one of another thread, through a channel.
// WRONG: the consumer expects two items, but gets one.
// packages: libboost-fiber-dev libboost-context-dev
// flags: -lboost_fiber -lboost_context
#include <boost/fiber/all.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::fibers::buffered_channel<int> channel(2);
  std::thread producer([&] {
    boost::fibers::fiber([&] { channel.push(7); }).join();
    channel.close();
  });
  int count = 0;
  boost::fibers::fiber([&] {
    int item = 0;
    while (channel.pop(item) == boost::fibers::channel_op_status::success) count += item == 7;
  }).join();
  producer.join();
#ifdef WRONG
  assert(count == 2);
#else
  assert(count == 1);
#endif
}
