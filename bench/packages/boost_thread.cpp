// SPDX-License-Identifier: Apache-2.0
// Boost.Thread: a condition variable hands over a number. WRONG: an if where a while belongs,
// and the notification before the number.
// packages: libboost-thread-dev
// flags: -lboost_thread
#include <boost/thread.hpp>

#include <cassert>

int main() {
  boost::mutex mutex;
  boost::condition_variable is_set;
  int number = 0;
  boost::thread giver([&] {
#ifdef WRONG
    is_set.notify_one();
    boost::lock_guard<boost::mutex> guard(mutex);
    number = 7;
#else
    boost::lock_guard<boost::mutex> guard(mutex);
    number = 7;
    is_set.notify_one();
#endif
  });
  {
    boost::unique_lock<boost::mutex> lock(mutex);
    while (number == 0) is_set.wait(lock);
    assert(number == 7);
  }
  giver.join();
}
