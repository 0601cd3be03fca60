// SPDX-License-Identifier: Apache-2.0
// Shadow memory of the race detector: for each 8-byte word, which agents accessed which of its
// bytes, in which epochs. Entries of earlier runs count as empty, so nothing is cleared between
// runs.
//
// A word keeps every access that a later one could still race with and that no other kept access
// replaces: two in place, which is usually enough, the others in a list.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/fixed_table.hpp"

namespace skein::runtime {

struct Access {
  std::uint32_t epoch;
  std::uint16_t agent;
  std::uint8_t bytes;  // a bit for each byte of the word; 0: unused
  std::uint8_t flags;
  std::uint32_t pc;  // lower half
};

inline constexpr std::uint8_t kIsWrite = 1;
inline constexpr std::uint8_t kIsAtomic = 2;
inline constexpr std::uint8_t kIsFree = 4;     // the end of a heap block
inline constexpr std::uint8_t kInSection = 8;  // in an atomic section
// Not an access of the program that could race: the use of a simple lock, or a free by a library.
inline constexpr std::uint8_t kIsUse = 16;
// A read by the destruction of an object whose reference count is hidden (shared_counts.hpp).
inline constexpr std::uint8_t kInDestruction = 32;

struct ShadowWord {
  std::uint32_t run;
  std::uint32_t more;  // first of the list; 0: empty
  Access accesses[2];
};

struct MoreAccesses {
  Access access;
  std::uint32_t next;
};

class Shadow {
 public:
  // The word at this address, or null if no more memory can be watched.
  ShadowWord* word(std::uint64_t address) {
    const std::uint64_t page = address / kPage;
    Cached& cached = cache_[page % kCached];
    if (cached.page != page) [[unlikely]] {
      ShadowWord* words = find(page);
      if (words == nullptr) return nullptr;
      cached = {page, words};
    }
    return cached.words + address % kPage / 8;
  }

  // The word of an address; null also if no word near it was ever looked at.
  [[nodiscard]] const ShadowWord* known_word(std::uint64_t address) const;

  void begin_run() { used_ = 0; }
  // An unused element for a word's list, or 0 if none is left.
  std::uint32_t allocate_more();
  [[nodiscard]] MoreAccesses& more(std::uint32_t index) { return more_[index]; }

 private:
  static constexpr std::uint64_t kPage = 4096;
  static constexpr std::uint32_t kCached = 256;
  static constexpr std::uint32_t kMostPages = 1U << 16U;  // 256 MB watched, 1 GB of shadow
  static constexpr std::uint32_t kMostMore = 1U << 20U;

  struct Cached {
    std::uint64_t page;
    ShadowWord* words;
    [[nodiscard]] bool is_free() const { return page == 0; }
  };
  using Pages = FixedTable<Cached, std::size_t{2} * kMostPages>;
  ShadowWord* find(std::uint64_t page);
  // The page's slot, or the free one where it belongs. REQUIRES: there are pages.
  [[nodiscard]] Cached& slot_of(std::uint64_t page) const;

  Cached cache_[kCached] = {{~std::uint64_t{0}, nullptr}};  // otherwise page 0 would seem present
  Pages* pages_ = nullptr;
  std::uint32_t page_count_ = 0;
  MoreAccesses* more_ = nullptr;
  std::uint32_t used_ = 0;
};

}  // namespace skein::runtime
