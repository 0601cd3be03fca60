// SPDX-License-Identifier: Apache-2.0
// A print of a piece of an agent's stack: equal prints, equal bytes (but for a chance of about
// 2^-48). Prints are sums: what one byte adds to a print depends on its value and its place alone.
// So the print of what *others* wrote on a stack while its agent waited can be taken off, and what
// is left tells what the agent itself did (spin_loops.cpp).
#pragma once

#include <cstdint>

namespace skein::runtime {

struct StackPrint {
  std::uint64_t low = 0;
  std::uint64_t swapped = 0;  // of the same words, halves exchanged: a second opinion

  StackPrint& operator+=(const StackPrint& other) {
    low += other.low;
    swapped += other.swapped;
    return *this;
  }
  friend StackPrint operator-(StackPrint a, const StackPrint& b) {
    a.low -= b.low;
    a.swapped -= b.swapped;
    return a;
  }
  friend bool operator==(const StackPrint&, const StackPrint&) = default;
};

// Deeper stacks are not looked at: it would cost too much for each operation.
inline constexpr std::uint64_t kDeepestPrint = 1U << 16U;

// The print of the words from `begin` up to `end`, both multiples of 8.
// REQUIRES end - begin <= kDeepestPrint.
StackPrint stack_print(const char* begin, const char* end);

// What the word at `at` adds to it if it holds `word`.
// REQUIRES: a print that has this word was taken.
StackPrint word_print(const char* at, std::uint64_t word, const char* end);

}  // namespace skein::runtime
