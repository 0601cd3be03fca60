// SPDX-License-Identifier: Apache-2.0
// What goes through sockets: send and recv in all their forms, read and write.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/uio.h>

#include "runtime/intercept/descriptors/pieces.hpp"
#include "runtime/intercept/descriptors/socket_addresses.hpp"
#include "runtime/intercept/descriptors/sockets.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::sockets {

namespace {

namespace next {
NextSymbol<ssize_t(int, const void*, size_t, int)> send("send");
NextSymbol<ssize_t(int, const void*, size_t, int, const sockaddr*, socklen_t)> sendto("sendto");
NextSymbol<ssize_t(int, const msghdr*, int)> sendmsg("sendmsg");
NextSymbol<ssize_t(int, void*, size_t, int)> recv("recv");
NextSymbol<ssize_t(int, void*, size_t, int, sockaddr*, socklen_t*)> recvfrom("recvfrom");
NextSymbol<ssize_t(int, msghdr*, int)> recvmsg("recvmsg");
}  // namespace next

constexpr const char* kOutside = "a transfer by a socket that was not made by this run";

void check(int number, int flags, const void* site) {
  if (!is_socket(number)) refuse(kOutside, site);
  if ((flags & (MSG_OOB | MSG_ERRQUEUE)) != 0) refuse("urgent data", site);
}

conduits::Patience patience_of(int number, int flags, std::uint64_t time) {
  return {(flags & MSG_DONTWAIT) == 0 && !conduits::never_waits(number), time};
}

// TCP learns only by an answer that the other end is closed: the first data that is sent then gets
// lost. Was something left unread there, the connection has been reset already.
long answer_of_closed(Socket& s, int file, std::size_t size) {
  if (!is_tcp(s) || s.is_reset) return -EPIPE;
  int error = 0;
  socklen_t length = sizeof(error);
  syscalls::call(SYS_getsockopt, file, SOL_SOCKET, SO_ERROR, syscalls::as_long(&error),
                 syscalls::as_long(&length));
  s.is_reset = true;
  return error == ECONNRESET ? -ECONNRESET : static_cast<long>(size);
}

long send_once(Socket& s, int file, msghdr& message, int flags) {
  if (s.is_connecting) return is_tcp(s) ? -EPIPE : -ENOTCONN;
  const long put = syscalls::call(SYS_sendmsg, file, syscalls::as_long(&message),
                                  flags | MSG_DONTWAIT | MSG_NOSIGNAL);
  if (put != -EPIPE || !s.is_connected || s.is_shut) return put;
  return answer_of_closed(s, file,
                          pieces::size_of(message.msg_iov, static_cast<int>(message.msg_iovlen)));
}

ssize_t send_pieces(int number, const iovec* given, int count, int flags, const void* site) {
  if (count > pieces::kMost) refuse("a transfer of this many pieces", site);
  Socket& s = socket_of(number);
  const std::size_t size = pieces::size_of(given, count);
  const int kernel_flags = flags & ~(MSG_MORE | MSG_DONTROUTE | MSG_CONFIRM);
  const long result = conduits::transmit(
      number, size, patience_of(number, flags, s.send_time), site,
      [&](int file, std::size_t written) {
        iovec rest[pieces::kMost];
        msghdr message{};
        message.msg_iov = rest;
        message.msg_iovlen = static_cast<std::size_t>(pieces::skip(given, count, written, rest));
        const long put = send_once(s, file, message, kernel_flags);
        if (put == -EPIPE && (flags & MSG_NOSIGNAL) == 0) raise(SIGPIPE);
        return put;
      });
  return result_of(result);
}

// `control`: where the kernel notes what it did, if the program asks for it.
long receive_once(const Socket& s, int file, const iovec* given, int count, int flags,
                  msghdr* control, const void* site) {
  if (s.is_connecting) return is_tcp(s) ? -ENOTCONN : -EINVAL;
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(given);
  message.msg_iovlen = static_cast<std::size_t>(count);
  long got = syscalls::call(SYS_recvmsg, file, syscalls::as_long(&message),
                            (flags & ~MSG_WAITALL) | MSG_DONTWAIT);
  if (got == -EINVAL && is_tcp(s) && !s.is_connected) got = -ENOTCONN;
  if (got > 0) {
    spins::note_change();
    pieces::for_each(given, count, static_cast<std::size_t>(got),
                     [&](void* at, std::size_t part) { accesses::written(at, part, site); });
  }
  if (control != nullptr) {
    control->msg_flags = message.msg_flags;
    control->msg_controllen = 0;
    control->msg_namelen = 0;
  }
  return got;
}

ssize_t receive_pieces(int number, const iovec* given, int count, int flags, msghdr* control,
                       const void* site) {
  if (count > pieces::kMost) refuse("a transfer of this many pieces", site);
  const conduits::Patience patience = patience_of(number, flags, socket_of(number).receive_time);
  const std::size_t size = pieces::size_of(given, count);
  const bool wants_all = (flags & MSG_WAITALL) != 0 && (flags & MSG_PEEK) == 0 && patience.waits;
  std::size_t total = 0;
  for (;;) {
    iovec rest[pieces::kMost];
    const int left = pieces::skip(given, count, total, rest);
    const long got = conduits::receive(number, patience, site, [&](int file) {
      return receive_once(socket_of(number), file, rest, left, flags, control, site);
    });
    if (got < 0) return total > 0 ? static_cast<ssize_t>(total) : result_of(got);
    total += static_cast<std::size_t>(got);
    if (got == 0 || !wants_all || total >= size) return static_cast<ssize_t>(total);
  }
}

ssize_t send(int number, const void* buffer, std::size_t size, int flags, const void* site) {
  check(number, flags, site);
  accesses::read(buffer, size, site);
  const iovec piece{const_cast<void*>(buffer), size};
  return send_pieces(number, &piece, 1, flags, site);
}

ssize_t receive(int number, void* buffer, std::size_t size, int flags, const void* site) {
  check(number, flags, site);
  const iovec piece{buffer, size};
  return receive_pieces(number, &piece, 1, flags, nullptr, site);
}

}  // namespace

ssize_t read_pieces(int number, const iovec* given, int count, const void* site) {
  return receive_pieces(number, given, count, 0, nullptr, site);
}

ssize_t write_pieces(int number, const iovec* given, int count, const void* site) {
  return send_pieces(number, given, count, 0, site);
}

}  // namespace skein::runtime::sockets

namespace rt = skein::runtime;
namespace so = skein::runtime::sockets;

extern "C" {

ssize_t send(int number, const void* buffer, size_t size, int flags) {
  if (rt::is_off()) return so::next::send(number, buffer, size, flags);
  return so::send(number, buffer, size, flags, __builtin_return_address(0));
}

ssize_t sendto(int number, const void* buffer, size_t size, int flags, const sockaddr* address,
               socklen_t length) {
  if (rt::is_off()) return so::next::sendto(number, buffer, size, flags, address, length);
  const void* const site = __builtin_return_address(0);
  if (address != nullptr) rt::refuse("sendto an address", site);
  return so::send(number, buffer, size, flags, site);
}

ssize_t sendmsg(int number, const msghdr* message, int flags) {
  if (rt::is_off()) return so::next::sendmsg(number, message, flags);
  const void* const site = __builtin_return_address(0);
  so::check(number, flags, site);
  rt::accesses::read(message, sizeof(*message), site);
  if (message->msg_controllen > 0) rt::refuse("sendmsg with ancillary data", site);
  if (message->msg_name != nullptr) rt::refuse("sendmsg to an address", site);
  const auto count = static_cast<int>(message->msg_iovlen);
  rt::accesses::read(message->msg_iov, message->msg_iovlen * sizeof(iovec), site);
  for (int i = 0; i < count; ++i) {
    rt::accesses::read(message->msg_iov[i].iov_base, message->msg_iov[i].iov_len, site);
  }
  return so::send_pieces(number, message->msg_iov, count, flags, site);
}

ssize_t recv(int number, void* buffer, size_t size, int flags) {
  if (rt::is_off()) return so::next::recv(number, buffer, size, flags);
  return so::receive(number, buffer, size, flags, __builtin_return_address(0));
}

ssize_t recvfrom(int number, void* buffer, size_t size, int flags, sockaddr* address,
                 socklen_t* length) {
  if (rt::is_off()) return so::next::recvfrom(number, buffer, size, flags, address, length);
  const void* const site = __builtin_return_address(0);
  const ssize_t got = so::receive(number, buffer, size, flags, site);
  // A stream says nothing of the sender.
  if (got >= 0 && address != nullptr) rt::accesses::put(length, socklen_t{0}, site);
  return got;
}

ssize_t recvmsg(int number, msghdr* message, int flags) {
  if (rt::is_off()) return so::next::recvmsg(number, message, flags);
  const void* const site = __builtin_return_address(0);
  so::check(number, flags, site);
  rt::accesses::written(message, sizeof(*message), site);
  rt::accesses::read(message->msg_iov, message->msg_iovlen * sizeof(iovec), site);
  return so::receive_pieces(number, message->msg_iov, static_cast<int>(message->msg_iovlen), flags,
                            message, site);
}

}  // extern "C"
