// SPDX-License-Identifier: Apache-2.0
// A minimal open-addressing hash table with linear probing.
//
// A table is an array of slots whose length is a power of two. The user defines what a slot holds
// and keeps the keys elsewhere: a slot of the event structure holds an event's number and part of
// its hash, a slot of Event-DPOR's archive a number, a slot of the fingerprint set the fingerprint
// itself. So the largest tables waste no byte. The user also decides when to grow. (For maps that
// own their keys we use tsl::robin_map; for tables that cannot grow, fixed_table.hpp.)
//
// A Slot is a small value with is_free(); a default-constructed one is free. Slots are never
// erased.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/fixed_table.hpp"

namespace skein {

template <class Slot>
class FlatTable {
 public:
  // REQUIRES: `slots` is a power of two.
  explicit FlatTable(std::size_t slots) : slots_(slots) {}

  [[nodiscard]] std::size_t slots() const { return slots_.size(); }
  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

  // The slot for which is_it(slot) is true or, if there is none with this hash, the free slot where
  // it belongs. is_it() is called only for slots in use. REQUIRES: some slot is free.
  template <class IsIt>
  [[nodiscard]] Slot& seek(std::uint64_t hash, const IsIt& is_it) {
    return slots_[place(hash, is_it)];
  }
  template <class IsIt>
  [[nodiscard]] const Slot& seek(std::uint64_t hash, const IsIt& is_it) const {
    return slots_[place(hash, is_it)];
  }

  // Fills a free slot. REQUIRES: the table does not yet hold the slot's content.
  void insert(std::uint64_t hash, const Slot& slot) {
    slots_[place(hash, [](const Slot&) { return false; })] = slot;
  }

  // Prefetches the memory where a lookup of this hash begins.
  void prefetch(std::uint64_t hash) const {
    __builtin_prefetch(slots_.data() + (hash & (slots_.size() - 1)), 1);
  }

  // Empties the table.
  void reset(std::size_t slots) { slots_.assign(slots, Slot{}); }

  // Doubles the table; hash_of(slot) is the hash under which a slot was inserted.
  template <class HashOf>
  void grow(const HashOf& hash_of) {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (!slot.is_free()) insert(hash_of(slot), slot);
    }
  }

  // Calls visit(slot) for all slots in use, in an arbitrary order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Slot& slot : slots_) {
      if (!slot.is_free()) visit(slot);
    }
  }

 private:
  template <class IsIt>
  [[nodiscard]] std::size_t place(std::uint64_t hash, const IsIt& is_it) const {
    return probe(slots_.data(), slots_.size(), hash, is_it);
  }

  std::vector<Slot> slots_;
};

}  // namespace skein
