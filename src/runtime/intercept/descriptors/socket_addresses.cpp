// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/descriptors/socket_addresses.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <netinet/in.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"

namespace skein::runtime::sockets {

namespace {

constexpr socklen_t kPath = offsetof(sockaddr_un, sun_path);

const sockaddr_un& as_name(const Address& a) {
  return reinterpret_cast<const sockaddr_un&>(a.value);
}
sockaddr_in& as_v4(Address& a) { return reinterpret_cast<sockaddr_in&>(a.value); }
const sockaddr_in& as_v4(const Address& a) { return reinterpret_cast<const sockaddr_in&>(a.value); }
sockaddr_in6& as_v6(Address& a) { return reinterpret_cast<sockaddr_in6&>(a.value); }
const sockaddr_in6& as_v6(const Address& a) {
  return reinterpret_cast<const sockaddr_in6&>(a.value);
}

bool is_v4_in_v6(const Address& a) {
  return a.family() == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&as_v6(a).sin6_addr);
}

bool is_v4(const Address& a) { return a.family() == AF_INET || is_v4_in_v6(a); }

// In the byte order of the network.
std::uint32_t v4_of(const Address& a) {
  if (a.family() == AF_INET) return as_v4(a).sin_addr.s_addr;
  std::uint32_t result = 0;
  std::memcpy(&result, as_v6(a).sin6_addr.s6_addr + 12, sizeof(result));
  return result;
}

bool is_any(const Address& a) {
  return is_v4(a) ? v4_of(a) == INADDR_ANY : IN6_IS_ADDR_UNSPECIFIED(&as_v6(a).sin6_addr) != 0;
}

bool is_same_host(const Address& a, const Address& b) {
  if (is_v4(a) != is_v4(b)) return false;
  return is_v4(a) ? v4_of(a) == v4_of(b)
                  : IN6_ARE_ADDR_EQUAL(&as_v6(a).sin6_addr, &as_v6(b).sin6_addr) != 0;
}

bool is_same_name(const Address& a, const Address& b) {
  return a.size == b.size && std::memcmp(&a.value, &b.value, a.size) == 0;
}

// "./name" is "name".
int read_name(const sockaddr* given, socklen_t size, Address& result) {
  if (size <= kPath || size > sizeof(sockaddr_un)) return EINVAL;
  auto& name = reinterpret_cast<sockaddr_un&>(result.value);
  const char* path = reinterpret_cast<const sockaddr_un*>(given)->sun_path;
  std::size_t length = size - kPath;
  name.sun_family = AF_UNIX;
  if (path[0] == '\0') {
    std::memcpy(name.sun_path, path, length);
    result.size = size;
    return 0;
  }
  length = strnlen(path, length);
  while (length > 2 && path[0] == '.' && path[1] == '/') {
    path += 2;
    length -= 2;
  }
  if (length >= sizeof(name.sun_path)) return EINVAL;
  std::memcpy(name.sun_path, path, length);
  result.size = static_cast<socklen_t>(kPath + length + 1);
  return 0;
}

}  // namespace

int read_address(const Socket& s, const sockaddr* given, socklen_t size, Address& result) {
  if (given == nullptr) return EFAULT;
  if (size < sizeof(sa_family_t)) return EINVAL;
  if (given->sa_family != s.domain) return s.domain == AF_UNIX ? EINVAL : EAFNOSUPPORT;
  if (s.domain == AF_UNIX) return read_name(given, size, result);
  const socklen_t needed = s.domain == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  if (size < needed) return EINVAL;
  std::memcpy(&result.value, given, needed);
  result.size = needed;
  return 0;
}

void put_address(const Address& address, int family, sockaddr* result, socklen_t* size,
                 const void* site) {
  if (result == nullptr || size == nullptr) return;
  sockaddr_storage value = address.value;
  socklen_t length = address.size;
  if (length == 0) {
    value.ss_family = static_cast<sa_family_t>(family);
    length = family == AF_UNIX   ? static_cast<socklen_t>(sizeof(sa_family_t))
             : family == AF_INET ? static_cast<socklen_t>(sizeof(sockaddr_in))
                                 : static_cast<socklen_t>(sizeof(sockaddr_in6));
  }
  accesses::read(size, sizeof(*size), site);
  const socklen_t part = std::min(*size, length);
  accesses::written(result, part, site);
  std::memcpy(result, &value, part);
  accesses::written(size, sizeof(*size), site);
  *size = length;
}

bool is_of_this_machine(const Address& address) {
  if (address.family() == AF_UNIX || is_any(address)) return true;
  constexpr std::uint32_t kLoopback = 127;
  if (is_v4(address)) return ntohl(v4_of(address)) >> 24U == kLoopback;
  return IN6_IS_ADDR_LOOPBACK(&as_v6(address).sin6_addr) != 0;
}

bool is_file(const Address& address) {
  if (address.family() != AF_UNIX || as_name(address).sun_path[0] == '\0') return false;
  return syscalls::call(SYS_access, syscalls::as_long(as_name(address).sun_path), 0) == 0;
}

bool reaches(const Address& address, const Address& local, bool is_only_v6) {
  if (local.size == 0 || (address.family() == AF_UNIX) != (local.family() == AF_UNIX)) return false;
  if (address.family() == AF_UNIX) return is_same_name(address, local);
  if (port_of(address) != port_of(local)) return false;
  if (!is_any(local) && !is_any(address)) return is_same_host(address, local);
  return is_v4(address) == is_v4(local) || (!is_v4(local) && !is_only_v6);
}

bool collides(const Address& a, const Address& b) {
  if (a.size == 0 || b.size == 0 || (a.family() == AF_UNIX) != (b.family() == AF_UNIX)) {
    return false;
  }
  if (a.family() == AF_UNIX) return is_same_name(a, b);
  return port_of(a) != 0 && port_of(a) == port_of(b) &&
         (is_any(a) || is_any(b) || is_same_host(a, b));
}

std::uint16_t port_of(const Address& address) {
  if (address.family() == AF_UNIX) return 0;
  return ntohs(address.family() == AF_INET ? as_v4(address).sin_port : as_v6(address).sin6_port);
}

void set_port(Address& address, std::uint16_t port) {
  (address.family() == AF_INET ? as_v4(address).sin_port : as_v6(address).sin6_port) = htons(port);
}

std::uint32_t hash_of(const Address& address) {
  if (address.family() != AF_UNIX) return port_of(address);
  std::uint32_t hash = 0;
  for (socklen_t i = kPath; i < address.size; ++i) {
    hash = hash * 31 + static_cast<unsigned char>(as_name(address).sun_path[i - kPath]);
  }
  return hash;
}

Address any_address(int family) {
  Address result;
  result.value.ss_family = static_cast<sa_family_t>(family);
  result.size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  return result;
}

Address in_family(const Address& address, int family) {
  if (family != AF_INET6 || address.family() != AF_INET) return address;
  Address result = any_address(AF_INET6);
  as_v6(result).sin6_port = as_v4(address).sin_port;
  std::uint8_t* const bytes = as_v6(result).sin6_addr.s6_addr;
  bytes[10] = bytes[11] = 0xff;
  std::memcpy(bytes + 12, &as_v4(address).sin_addr, sizeof(in_addr));
  return result;
}

}  // namespace skein::runtime::sockets
