// SPDX-License-Identifier: Apache-2.0
// Addresses of sockets: names of AF_UNIX, and ports of the loopback addresses of IPv4 and IPv6.
#pragma once

#include <cstdint>

#include "runtime/intercept/descriptors/sockets.hpp"

namespace skein::runtime::sockets {

// The first port that is given to sockets which do not ask for one.
inline constexpr std::uint16_t kFirstFreePort = 49152;

// Takes over what the program gives. Returns an error number.
[[nodiscard]] int read_address(const Socket& s, const sockaddr* given, socklen_t size,
                               Address& result);
// Gives it to the program, as far as there is room.
void put_address(const Address& address, int family, sockaddr* result, socklen_t* size,
                 const void* site);

// Whether only sockets of this machine can have it.
[[nodiscard]] bool is_of_this_machine(const Address& address);
// Whether it is the name of a file that exists: a socket of another process.
[[nodiscard]] bool is_file(const Address& address);
// Whether a connection to the address reaches a socket at `local`.
[[nodiscard]] bool reaches(const Address& address, const Address& local, bool is_only_v6);
// Whether two sockets cannot have these addresses.
[[nodiscard]] bool collides(const Address& a, const Address& b);

[[nodiscard]] std::uint16_t port_of(const Address& address);
void set_port(Address& address, std::uint16_t port);
[[nodiscard]] std::uint32_t hash_of(const Address& address);
[[nodiscard]] Address any_address(int family);
// The same address as sockets of this family see it.
[[nodiscard]] Address in_family(const Address& address, int family);

}  // namespace skein::runtime::sockets
