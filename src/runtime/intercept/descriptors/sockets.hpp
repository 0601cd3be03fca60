// SPDX-License-Identifier: Apache-2.0
// Sockets between threads of the process: pairs, and streams of AF_UNIX and TCP on the loopback
// address. Every socket is a conduit (conduits.hpp). In the kernel each is a socket of AF_UNIX,
// TCP's too, so no run can meet another process, a port that is taken, or one that is still in
// use from the run before; addresses are kept here. Both ends of a connection are one conduit,
// that of the socket which connects.
//
// What has an address (bind, listen, accept, connect) belongs to the object of the polled
// descriptors: a connect must find its listener, whichever thread made it. A socket that gets an
// address is known to do so from the next exploration on, as with epoll sets.
//
// A connect is two steps: the listener gets the connection, then the socket is connected. Another
// thread that uses the socket in between finds it not connected yet.
//
// Differences from the kernel's TCP: what is sent arrives at once; a connection that was closed
// leaves nothing behind (no TIME_WAIT); an epoll set says EPOLLHUP as soon as the other end is
// closed.
#pragma once

#include <cstdint>
#include <sys/socket.h>
#include <sys/un.h>

#include "runtime/intercept/descriptors/conduits.hpp"

namespace skein::runtime::sockets {

struct Address {
  sockaddr_storage value{};
  socklen_t size = 0;  // 0: none

  [[nodiscard]] const sockaddr& get() const { return reinterpret_cast<const sockaddr&>(value); }
  [[nodiscard]] int family() const { return value.ss_family; }
};

struct Socket {
  int domain = 0;
  int type = 0;
  bool is_listening = false;
  bool is_connecting = false;  // in the kernel it is connected already
  bool is_connected = false;
  bool was_in_progress = false;  // a connect has said so, and the next one will say that it is done
  bool is_reset = false;         // TCP: what was sent to a closed end has been answered
  bool is_shut = false;          // for sending
  bool is_only_v6 = false;
  bool reuses_address = false;
  bool keeps_alive = false;
  bool has_no_delay = false;
  int error = 0;           // for SO_ERROR
  int descriptors = 0;     // that refer to it
  int kernel_number = -1;  // one of them, while it listens
  Address local;
  Address peer;
  // A listener: its name in the kernel, and the connections that are not accepted yet.
  sockaddr_un kernel_name{};
  socklen_t kernel_size = 0;
  int most_waiting = 0;
  int waiting = 0;
  int first_waiting = -1;
  int last_waiting = -1;
  int next_waiting = -1;     // a connection: the one behind it
  conduits::Descriptor end;  // a connection: its own end
  std::uint64_t receive_time = 0;
  std::uint64_t send_time = 0;
};

void begin_run();
void end_run();
void copied(int from, int to);

[[nodiscard]] bool is_socket(int number);
[[nodiscard]] Socket& socket_of(int number);
inline bool is_tcp(const Socket& s) { return s.domain != AF_UNIX; }

// For the descriptor of a socket: which poll events there are, if the kernel finds these.
[[nodiscard]] short events_of(int number, short events, short found);
// The event that a connect waits for: there is room for another connection.
inline constexpr short kHasRoom = 0x4000;

ssize_t read_pieces(int number, const iovec* given, int count, const void* site);
ssize_t write_pieces(int number, const iovec* given, int count, const void* site);
int close(int number, const void* site);
// Whether the name of a file was the address of a socket, which has lost it.
bool unlink(const char* path, const void* site);

// A socket that nothing is known of yet; refused if there are too many.
Socket& add(int number, int domain, int type, const void* site);
// Stops listening: connections that were not accepted are closed.
void stop_listening(Socket& listener, const void* site);

// A negative result of the kernel goes to errno.
ssize_t result_of(long result);

}  // namespace skein::runtime::sockets
