// SPDX-License-Identifier: Apache-2.0
// Variable-length numbers: seven bits per byte, the lowest first; a set top bit means that another
// byte follows.
//
// Most numbers that we store are small, so most take one byte. Used for files (checkpoints), for
// long lists in memory (the backlog of Event-DPOR) and for canonical forms of runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein {

// Appends a number to a string or to a vector of bytes.
template <class Bytes>
void append_varint(Bytes& out, std::uint64_t number) {
  using Byte = typename Bytes::value_type;
  while (number >= 0x80U) {
    out.push_back(static_cast<Byte>(static_cast<unsigned char>(number | 0x80U)));
    number >>= 7U;
  }
  out.push_back(static_cast<Byte>(static_cast<unsigned char>(number)));
}

// The possible results of reading a varint from untrusted bytes.
enum class Varint : std::uint8_t { Good, EndsTooEarly, TooLong };

// Reads the number at `at` and moves `at` past it. Unless the answer is Good, `at` and `number` are
// undefined afterwards. A number of more than 64 bits is too long.
template <class Bytes>
[[nodiscard]] Varint read_varint(const Bytes& bytes, std::size_t& at, std::uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at >= bytes.size()) return Varint::EndsTooEarly;
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    number |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) return Varint::Good;
  }
  return Varint::TooLong;
}

// Reads a varint from bytes that this process wrote. REQUIRES: a varint begins at `at`.
template <class Bytes>
[[nodiscard]] std::uint64_t take_varint(const Bytes& bytes, std::size_t& at) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    number |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) return number;
  }
}

}  // namespace skein
