// SPDX-License-Identifier: Apache-2.0
// asio's reactor: a byte through a pair of local sockets, two loops in two threads.
// WRONG: main looks at the answer before it has waited for the loop.
// packages: libasio-dev
#include <asio.hpp>
#include <cassert>
#include <thread>

int main() {
  asio::io_context sender;
  asio::io_context receiver;
  asio::local::stream_protocol::socket from(sender);
  asio::local::stream_protocol::socket to(receiver);
  asio::local::connect_pair(from, to);
  char got = 0;
  to.async_read_some(asio::buffer(&got, 1), [](std::error_code, std::size_t) {});
  std::thread reader([&] { receiver.run(); });
  asio::write(from, asio::buffer("x", 1));
#ifdef WRONG
  assert(got == 'x');
#endif
  reader.join();
  assert(got == 'x');
}
