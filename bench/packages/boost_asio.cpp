// SPDX-License-Identifier: Apache-2.0
// Boost.Asio: a pool of two threads and a strand. WRONG: no strand, so the handlers race.
// packages: libboost-dev
#include <boost/asio.hpp>

#include <cassert>
#include <utility>  // boost/asio.hpp needs it, and does not say so

int main() {
  boost::asio::thread_pool pool(2);
  auto strand = boost::asio::make_strand(pool);
  int sum = 0;
  for (int i = 1; i <= 2; ++i) {
#ifdef WRONG
    boost::asio::post(pool, [&sum, i] { sum += i; });
#else
    boost::asio::post(strand, [&sum, i] { sum += i; });
#endif
  }
  pool.join();
  assert(sum == 3);
}
