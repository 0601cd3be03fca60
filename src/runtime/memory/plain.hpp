// SPDX-License-Identifier: Apache-2.0
// A plain access of the program, reported to spin loops, the race detector and the heap's checks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/heap_shadow.hpp"

namespace skein::runtime {

// A range of addresses. One subtraction and one comparison test membership.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;

  [[nodiscard]] bool has(const void* address) const {
    return reinterpret_cast<std::uint64_t>(address) - begin < size;
  }
};

inline constexpr Range kHeap = {kArenasBegin, kArenasEnd - kArenasBegin};
inline constexpr Range kEverything = {0, ~std::uint64_t{0}};

// All that a plain access tests when nothing observes it: a few loads from one cache line.
struct PlainFilter {
  Range own_stack;          // the current agent's; writes there are not changes to spin loops
  Range looked_at = kHeap;  // what the race detector or the heap's checks must see
};

[[gnu::visibility("hidden")]] extern PlainFilter plain_filter;

void on_plain_read(const void* address, std::size_t size, const void* pc);
void on_plain_write(void* address, std::size_t size, const void* pc);

}  // namespace skein::runtime
