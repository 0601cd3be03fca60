// SPDX-License-Identifier: Apache-2.0
// What runs have taught about sections of locks (runtime/intercept/locks/lock_sections.hpp), as
// entries in the table of watched words. So replays, trace files and checkpoints carry it along,
// and the entries that were known when a bug was found are a beginning of the table.
//
// No address has the highest bit. Below it, three bits are the kind; the rest depends on the kind.
// Numbers are those of earlier entries in the table.
#pragma once

#include <cstdint>
#include <utility>

#include "core/ids.hpp"
#include "protocol/limits.hpp"

namespace skein::channel {

// The position of an entry in the table of watched words.
using WatchedId = Id<struct WatchedTag>;

inline constexpr std::uint64_t kOfSections = std::uint64_t{1} << 63U;

constexpr bool is_of_sections(std::uint64_t entry) { return (entry & kOfSections) != 0; }

namespace sections {

enum class Kind : std::uint8_t {
  Ordinary,  // the lock at this address has sections that are more than one step
  HasBytes,  // the lock at this address has conflict bytes
  Byte,      // a conflict byte of a lock: number of the lock's entry, address of the byte
  Merged,    // two bytes, by their numbers, are of one region
  None,      // no lock is simple
};

inline constexpr unsigned kKindShift = 60;
inline constexpr unsigned kNumberShift = 47;  // above an address
inline constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << (kKindShift - kNumberShift)) - 1;
static_assert(kMaxWatched <= kNumberMask + 1);

constexpr std::uint64_t make(Kind kind, std::uint64_t content) {
  return kOfSections | (static_cast<std::uint64_t>(kind) << kKindShift) | content;
}

constexpr std::uint64_t ordinary(std::uint64_t lock) { return make(Kind::Ordinary, lock); }
constexpr std::uint64_t lock_with_bytes(std::uint64_t lock) { return make(Kind::HasBytes, lock); }
constexpr std::uint64_t byte(WatchedId lock, std::uint64_t address) {
  return make(Kind::Byte, (std::uint64_t{lock.value} << kNumberShift) | address);
}
constexpr std::uint64_t merge(WatchedId a, WatchedId b) {
  if (b < a) std::swap(a, b);
  return make(Kind::Merged, (std::uint64_t{a.value} << 16U) | b.value);
}
constexpr std::uint64_t none() { return make(Kind::None, 0); }

constexpr Kind kind_of(std::uint64_t entry) {
  return static_cast<Kind>((entry >> kKindShift) & 7U);
}
// The address in the entry of a conflict byte.
constexpr std::uint64_t address_in(std::uint64_t entry) {
  return entry & ((std::uint64_t{1} << kNumberShift) - 1);
}
// The two sections in the entry of a merge.
constexpr std::pair<WatchedId, WatchedId> merged(std::uint64_t entry) {
  return {WatchedId{static_cast<std::uint32_t>(entry >> 16U) & 0xffffU},
          WatchedId{static_cast<std::uint32_t>(entry) & 0xffffU}};
}

}  // namespace sections

}  // namespace skein::channel
