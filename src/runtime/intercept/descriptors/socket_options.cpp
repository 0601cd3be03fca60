// SPDX-License-Identifier: Apache-2.0
// The addresses and options of sockets. Options that change only how fast something happens are
// accepted; an option that we do not know is refused.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/time.h>

#include "runtime/intercept/descriptors/socket_addresses.hpp"
#include "runtime/intercept/descriptors/sockets.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"

namespace skein::runtime::sockets {

namespace {

namespace next {
NextSymbol<int(int, sockaddr*, socklen_t*)> getsockname("getsockname");
NextSymbol<int(int, sockaddr*, socklen_t*)> getpeername("getpeername");
NextSymbol<int(int, int, int, void*, socklen_t*)> getsockopt("getsockopt");
NextSymbol<int(int, int, int, const void*, socklen_t)> setsockopt("setsockopt");
}  // namespace next

constexpr const char* kOutside = "a socket that was not made by this run";
constexpr const char* kUnknown = "an option of sockets that is not supported";

void check(int number, const void* site) {
  if (!is_socket(number)) refuse(kOutside, site);
}

int failed(int error) {
  errno = error;
  return -1;
}

std::uint64_t nanoseconds_of(const void* value, socklen_t size) {
  timeval time{};
  std::memcpy(&time, value, std::min<std::size_t>(size, sizeof(time)));
  return runtime::nanoseconds_of(time);
}

int flag_of(const void* value, socklen_t size) {
  int result = 0;
  std::memcpy(&result, value, std::min<std::size_t>(size, sizeof(result)));
  return result;
}

int set_general(Socket& s, int number, int option, const void* value, socklen_t size,
                const void* site) {
  switch (option) {
    case SO_REUSEADDR: s.reuses_address = flag_of(value, size) != 0; return 0;
    case SO_KEEPALIVE: s.keeps_alive = flag_of(value, size) != 0; return 0;
    case SO_PRIORITY:
    case SO_BUSY_POLL:
    case SO_OOBINLINE: return 0;
    case SO_RCVTIMEO: s.receive_time = nanoseconds_of(value, size); return 0;
    case SO_SNDTIMEO: s.send_time = nanoseconds_of(value, size); return 0;
    case SO_LINGER:
      if (flag_of(value, size) == 0) return 0;
      refuse("sockets that linger", site);
    case SO_SNDBUF:
    case SO_RCVBUF: return next::setsockopt(number, SOL_SOCKET, option, value, size);
    default: refuse(kUnknown, site);
  }
}

int set_of_protocol(Socket& s, int level, int option, const void* value, socklen_t size,
                    const void* site) {
  if (!is_tcp(s)) return failed(EOPNOTSUPP);
  if (level == IPPROTO_IPV6 && option == IPV6_V6ONLY) {
    s.is_only_v6 = flag_of(value, size) != 0;
    return 0;
  }
  if (level == IPPROTO_IP && option == IP_TOS) return 0;
  if (level != IPPROTO_TCP) refuse(kUnknown, site);
  switch (option) {
    case TCP_NODELAY: s.has_no_delay = flag_of(value, size) != 0; return 0;
    case TCP_KEEPIDLE:
    case TCP_KEEPINTVL:
    case TCP_KEEPCNT:
    case TCP_CORK:
    case TCP_QUICKACK:
    case TCP_USER_TIMEOUT: return 0;
    default: refuse(kUnknown, site);
  }
}

// The value of an option that is a number; negative: the kernel knows.
int value_of(Socket& s, int number, int level, int option, const void* site) {
  if (level == IPPROTO_TCP && option == TCP_NODELAY) return s.has_no_delay ? 1 : 0;
  if (level == IPPROTO_IPV6 && option == IPV6_V6ONLY) return s.is_only_v6 ? 1 : 0;
  if (level != SOL_SOCKET) refuse(kUnknown, site);
  switch (option) {
    case SO_ERROR: {
      conduits::begin_change(number, site);
      const int error = s.error;
      s.error = 0;
      return error != 0 ? error : -1;
    }
    case SO_TYPE: return s.type;
    case SO_DOMAIN: return s.domain;
    case SO_PROTOCOL: return is_tcp(s) ? static_cast<int>(IPPROTO_TCP) : 0;
    case SO_ACCEPTCONN: return s.is_listening ? 1 : 0;
    case SO_REUSEADDR: return s.reuses_address ? 1 : 0;
    case SO_KEEPALIVE: return s.keeps_alive ? 1 : 0;
    case SO_SNDBUF:
    case SO_RCVBUF: return -1;
    case SO_PEERCRED:
      if (!is_tcp(s)) return -1;
      refuse(kUnknown, site);
    default: refuse(kUnknown, site);
  }
}

int get_option(int number, int level, int option, void* value, socklen_t* size, const void* site) {
  Socket& s = socket_of(number);
  accesses::read(size, sizeof(*size), site);
  accesses::written(value, *size, site);
  const int known = value_of(s, number, level, option, site);
  if (known < 0) return next::getsockopt(number, level, option, value, size);
  *size = std::min<socklen_t>(*size, sizeof(known));
  std::memcpy(value, &known, *size);
  return 0;
}

}  // namespace

}  // namespace skein::runtime::sockets

namespace rt = skein::runtime;
namespace so = skein::runtime::sockets;

extern "C" {

int getsockname(int number, sockaddr* address, socklen_t* size) noexcept {
  if (rt::is_off()) return so::next::getsockname(number, address, size);
  const void* const site = __builtin_return_address(0);
  so::check(number, site);
  rt::conduits::begin_change(number, site);
  const so::Socket& s = so::socket_of(number);
  so::put_address(s.local, s.domain, address, size, site);
  return 0;
}

int getpeername(int number, sockaddr* address, socklen_t* size) noexcept {
  if (rt::is_off()) return so::next::getpeername(number, address, size);
  const void* const site = __builtin_return_address(0);
  so::check(number, site);
  rt::conduits::begin_change(number, site);
  const so::Socket& s = so::socket_of(number);
  if (!s.is_connected) return so::failed(ENOTCONN);
  so::put_address(s.peer, s.domain, address, size, site);
  return 0;
}

int setsockopt(int number, int level, int option, const void* value, socklen_t size) noexcept {
  if (rt::is_off()) return so::next::setsockopt(number, level, option, value, size);
  const void* const site = __builtin_return_address(0);
  so::check(number, site);
  rt::accesses::read(value, size, site);
  so::Socket& s = so::socket_of(number);
  return level == SOL_SOCKET ? so::set_general(s, number, option, value, size, site)
                             : so::set_of_protocol(s, level, option, value, size, site);
}

int getsockopt(int number, int level, int option, void* value, socklen_t* size) noexcept {
  if (rt::is_off()) return so::next::getsockopt(number, level, option, value, size);
  const void* const site = __builtin_return_address(0);
  so::check(number, site);
  return so::get_option(number, level, option, value, size, site);
}

}  // extern "C"
