// SPDX-License-Identifier: Apache-2.0
// An open-addressing hash table of a fixed size, with linear probing: for code that cannot allocate
// or whose memory two processes share, so for the runtime and the channel. (flat_table.hpp grows.)
//
// The user defines what a slot holds. A Slot is a small value with is_free(); one whose bytes are
// all 0 is free, so a static variable or fresh pages are an empty table. To empty a table for the
// next run at no cost, a slot holds the number of its run, and is_free() is true if that is not the
// present one. Single slots are never erased.
//
// The table does not count. A user that could fill it counts its slots and decides what happens
// then, or searches within a number of slots.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein {

// Fibonacci hashing: each bit of the result depends on all bits of the key's lower half.
constexpr std::uint64_t fibonacci_hash(std::uint64_t key) {
  return (key * 0x9e3779b97f4a7c15ULL) >> 32U;
}

// The index of the slot for which is_it(slot) is true or, if there is none with this hash, of the
// free slot where it belongs. is_it() is called only for slots in use. REQUIRES: the number of
// slots is a power of two, and some slot is free or is_it.
template <class Slot, class IsIt>
[[nodiscard]] std::size_t probe(const Slot* slots, std::size_t count, std::uint64_t hash,
                                const IsIt& is_it) {
  const std::size_t mask = count - 1;
  std::size_t i = hash & mask;
  while (!slots[i].is_free() && !is_it(slots[i])) i = (i + 1) & mask;
  return i;
}

// An aggregate without constructors, so that it can lie in shared memory.
template <class Slot, std::size_t size>
struct FixedTable {
  static_assert(size > 0 && (size & (size - 1)) == 0);

  Slot slots[size];

  // The slot for which is_it(slot) is true, or the free one where it belongs, as probe() finds it.
  template <class IsIt>
  [[nodiscard]] Slot& seek(std::uint64_t hash, const IsIt& is_it) {
    return slots[probe(slots, size, hash, is_it)];
  }
  template <class IsIt>
  [[nodiscard]] const Slot& seek(std::uint64_t hash, const IsIt& is_it) const {
    return slots[probe(slots, size, hash, is_it)];
  }

  // The same among the first `most` slots of the search; null if it would have to go on.
  template <class IsIt>
  [[nodiscard]] Slot* seek_within(std::size_t most, std::uint64_t hash, const IsIt& is_it) {
    for (std::size_t i = hash; most > 0; ++i, --most) {
      Slot& slot = slots[i & (size - 1)];
      if (slot.is_free() || is_it(slot)) return &slot;
    }
    return nullptr;
  }

  void clear() {
    for (Slot& slot : slots) slot = Slot{};
  }
};

// A slot of an index: the number of something that lies elsewhere, plus 1.
struct IndexSlot {
  std::uint32_t plus_one;  // 0: free

  static constexpr IndexSlot of(std::uint32_t number) { return {number + 1}; }
  [[nodiscard]] constexpr bool is_free() const { return plus_one == 0; }
  [[nodiscard]] constexpr std::uint32_t number() const { return plus_one - 1; }
};

}  // namespace skein
