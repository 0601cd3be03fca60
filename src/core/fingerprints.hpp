// SPDX-License-Identifier: Apache-2.0
// Counts distinct fingerprints: a set of 64-bit numbers with open addressing, 8 bytes per slot, at
// most four fifths full.
//
// The slots of a large set are scattered over memory, so every lookup waits for memory. No caller
// needs the answer at once. A large set is therefore divided into parts by the first bits of the
// fingerprints, and new fingerprints wait until their part has a batch of them. The part then
// prefetches all slots before it looks at the first, so the waits overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/flat_table.hpp"

namespace skein {

class Fingerprints {
 public:
  void add(std::uint64_t fingerprint) {
    if (parts_.size() == 1 && size_ > kDivideAt) divide();
    Part& part = parts_[parts_.size() == 1 ? 0 : fingerprint >> kShift];
    part.waiting.push_back(Slot{fingerprint == 0 ? 1 : fingerprint});  // 0 marks a free slot
    if (part.waiting.size() == kMostWaiting) enter(part);
  }

  // The number of distinct fingerprints added.
  [[nodiscard]] std::size_t size() const {
    for (Part& part : parts_) enter(part);
    return size_;
  }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Part& part : parts_) sum += part.table.bytes() + kMostWaiting * sizeof(Slot);
    return sum;
  }

 private:
  static constexpr std::size_t kParts = 256;
  static constexpr unsigned kShift = 64 - 8;
  static constexpr std::size_t kDivideAt = 1U << 16U;
  static constexpr std::size_t kMostWaiting = 128;

  struct Slot {
    std::uint64_t fingerprint = 0;

    [[nodiscard]] bool is_free() const { return fingerprint == 0; }
    friend bool operator==(Slot, Slot) = default;
  };
  struct Part {
    FlatTable<Slot> table{256};
    std::vector<Slot> waiting;
    std::size_t size = 0;
  };

  // Moves the waiting fingerprints into the table.
  void enter(Part& part) const {
    while (5 * (part.size + part.waiting.size()) > 4 * part.table.slots()) {
      part.table.grow([](Slot slot) { return slot.fingerprint; });
    }
    for (const Slot key : part.waiting) part.table.prefetch(key.fingerprint);
    const std::size_t before = part.size;
    for (const Slot key : part.waiting) {
      Slot& slot = part.table.seek(key.fingerprint, [&](Slot other) { return other == key; });
      if (slot.is_free()) ++part.size;
      slot = key;
    }
    size_ += part.size - before;
    part.waiting.clear();
  }

  void divide() {
    std::vector<Part> old(kParts);
    old.swap(parts_);
    size_ = 0;
    old.front().table.for_each([this](Slot slot) { add(slot.fingerprint); });
  }

  // Mutable: size() moves the waiting fingerprints into the tables.
  mutable std::vector<Part> parts_ = std::vector<Part>(1);
  mutable std::size_t size_ = 0;
};

}  // namespace skein
