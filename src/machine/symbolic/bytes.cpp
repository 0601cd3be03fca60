// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/term_bytes.hpp"

namespace skein::symbolic {

using ir::Code;

std::vector<Byte> bytes_of(const Terms& terms, TermId value, std::uint32_t count) {
  std::vector<Byte> bytes(count);
  const Term& term = terms[value];
  for (std::uint32_t i = 0; i < count; ++i) {
    if (term.kind == TermKind::Constant) {
      bytes[i].value = i < 8 ? static_cast<std::uint8_t>(term.value >> (8 * i)) : std::uint8_t{0};
    } else if (8 * i < term.width) {
      bytes[i] = {value, static_cast<std::uint8_t>(i)};
    }
  }
  return bytes;
}

TermId value_of(Terms& terms, std::span<const Byte> bytes) {
  std::uint64_t known = 0;
  TermId result = terms.constant(0);
  for (std::size_t i = 0; i < bytes.size();) {
    if (bytes[i].is_known()) {
      known += static_cast<std::uint64_t>(bytes[i].value) << (8 * i);
      ++i;
      continue;
    }
    // As many bytes of the same term as there are in a row.
    const TermId term = bytes[i].term;
    const std::uint8_t first = bytes[i].value;
    std::size_t count = 1;
    while (i + count < bytes.size() && bytes[i + count].term == term &&
           bytes[i + count].value == first + count) {
      ++count;
    }
    TermId piece = terms.compute(Code::LShr, 64, term, terms.constant(8ULL * first));
    piece = terms.compute(Code::And, 64, piece,
                          terms.constant(ir::cut_to(~0ULL, static_cast<unsigned>(8 * count))));
    piece = terms.compute(Code::Shl, 64, piece, terms.constant(8 * i));
    result = terms.compute(Code::Or, 64, result, piece);
    i += count;
  }
  return terms.compute(Code::Or, 64, result, terms.constant(known));
}

void read_bytes(const UnknownBytes& unknown, std::uint32_t offset,
                std::span<const std::uint8_t> known, std::span<Byte> to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    const auto found = unknown.find(offset + static_cast<std::uint32_t>(i));
    to[i] = found != unknown.end() ? found->second : Byte{{}, known[i]};
  }
}

void write_bytes(UnknownBytes& unknown, std::uint32_t offset, std::span<const Byte> from) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto at = offset + static_cast<std::uint32_t>(i);
    if (from[i].is_known()) {
      unknown.erase(at);
    } else {
      unknown[at] = from[i];
    }
  }
}

std::vector<std::uint8_t> known_part(std::span<const Byte> bytes) {
  std::vector<std::uint8_t> known;
  for (const Byte& byte : bytes) known.push_back(byte.is_known() ? byte.value : std::uint8_t{0});
  return known;
}

}  // namespace skein::symbolic
