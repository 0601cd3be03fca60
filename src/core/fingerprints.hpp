// SPDX-License-Identifier: Apache-2.0
// How many distinct events there have been: a set of 64-bit fingerprints in open addressing, 8
// bytes a slot, at most four fifths full.
//
// A large set has its slots all over memory, and a look at one at a time waits for memory each
// time. Nobody needs the answer at once: a large set is divided by the first bits of the
// fingerprints, and what is added waits until its part has some work to do. The slots of all of it
// are then asked for before the first is looked at, so that they come together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skein {

class Fingerprints {
 public:
  void add(std::uint64_t fingerprint) {
    if (parts_.size() == 1 && size_ > kDivideAt) divide();
    Part& part = parts_[parts_.size() == 1 ? 0 : fingerprint >> kShift];
    part.waiting.push_back(fingerprint == 0 ? 1 : fingerprint);  // 0 marks a free slot
    if (part.waiting.size() == kMostWaiting) settle(part);
  }

  // How many distinct ones were added.
  [[nodiscard]] std::size_t size() const {
    for (Part& part : parts_) settle(part);
    return size_;
  }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t slots = 0;
    for (const Part& part : parts_) slots += part.slots.size() + kMostWaiting;
    return slots * sizeof(std::uint64_t);
  }

 private:
  static constexpr std::size_t kParts = 256;
  static constexpr unsigned kShift = 64 - 8;
  static constexpr std::size_t kDivideAt = 1U << 16U;
  static constexpr std::size_t kMostWaiting = 128;

  struct Part {
    std::vector<std::uint64_t> slots = std::vector<std::uint64_t>(256, 0);
    std::vector<std::uint64_t> waiting;
    std::size_t size = 0;
  };

  static bool place(std::vector<std::uint64_t>& slots, std::uint64_t key) {
    const std::size_t mask = slots.size() - 1;
    std::size_t i = key & mask;
    while (slots[i] != 0) {
      if (slots[i] == key) return false;
      i = (i + 1) & mask;
    }
    slots[i] = key;
    return true;
  }

  void settle(Part& part) const {
    while (5 * (part.size + part.waiting.size()) > 4 * part.slots.size()) {
      std::vector<std::uint64_t> old(2 * part.slots.size(), 0);
      old.swap(part.slots);
      for (const std::uint64_t key : old) {
        if (key != 0) place(part.slots, key);
      }
    }
    const std::size_t mask = part.slots.size() - 1;
    for (const std::uint64_t key : part.waiting) __builtin_prefetch(&part.slots[key & mask], 1);
    const std::size_t before = part.size;
    for (const std::uint64_t key : part.waiting) part.size += place(part.slots, key) ? 1 : 0;
    size_ += part.size - before;
    part.waiting.clear();
  }

  void divide() {
    std::vector<Part> old(kParts);
    old.swap(parts_);
    size_ = 0;
    for (const std::uint64_t key : old.front().slots) {
      if (key != 0) add(key);
    }
  }

  // What waits is settled when somebody wants to know.
  mutable std::vector<Part> parts_ = std::vector<Part>(1);
  mutable std::size_t size_ = 0;
};

}  // namespace skein
