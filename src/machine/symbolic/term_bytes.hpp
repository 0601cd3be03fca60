// SPDX-License-Identifier: Apache-2.0
// Memory with unknown contents, byte by byte: a byte is known, or is one of the bytes of a term.
//
// A term that is written as a whole and read as a whole is the same term again.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "machine/symbolic/terms.hpp"

namespace skein::symbolic {

struct Byte {
  TermId term;             // none: known
  std::uint8_t value = 0;  // the byte; of a term: which of its bytes

  [[nodiscard]] bool is_known() const { return term.is_none(); }
  friend bool operator==(const Byte&, const Byte&) = default;
};

// The unknown bytes of a piece of memory, by offset. The known ones are in the machine's own
// memory, which has zeros in the place of unknown ones.
using UnknownBytes = std::map<std::uint32_t, Byte>;

// The bytes of a value, the lowest first.
[[nodiscard]] std::vector<Byte> bytes_of(const Terms& terms, TermId value, std::uint32_t count);
// The value of at most 8 bytes.
[[nodiscard]] TermId value_of(Terms& terms, std::span<const Byte> bytes);

// Reads and writes at an offset. Known bytes go to and come from `known`.
void read_bytes(const UnknownBytes& unknown, std::uint32_t offset,
                std::span<const std::uint8_t> known, std::span<Byte> to);
void write_bytes(UnknownBytes& unknown, std::uint32_t offset, std::span<const Byte> from);
// What the machine itself writes for these: zeros where they are unknown.
[[nodiscard]] std::vector<std::uint8_t> known_part(std::span<const Byte> bytes);

}  // namespace skein::symbolic
