// SPDX-License-Identifier: Apache-2.0
// A fingerprint of a piece of an agent's stack: equal fingerprints, equal bytes (but for a chance
// of about 2^-48). Fingerprints are sums: what one byte adds to a fingerprint depends on its value
// and its place alone. So the fingerprint of what *others* wrote on a stack while its agent waited
// can be taken off, and what is left tells what the agent itself did (spin_loops.cpp).
#pragma once

#include <cstdint>

namespace skein::runtime {

struct StackFingerprint {
  std::uint64_t low = 0;
  std::uint64_t swapped = 0;  // of the same words, halves exchanged: a second opinion

  StackFingerprint& operator+=(const StackFingerprint& other) {
    low += other.low;
    swapped += other.swapped;
    return *this;
  }
  friend StackFingerprint operator-(StackFingerprint a, const StackFingerprint& b) {
    a.low -= b.low;
    a.swapped -= b.swapped;
    return a;
  }
  friend bool operator==(const StackFingerprint&, const StackFingerprint&) = default;
};

// Deeper stacks are not looked at: it would cost too much for each operation.
inline constexpr std::uint64_t kDeepestFingerprint = 1U << 16U;

// The fingerprint of the words from `begin` up to `end`, both multiples of 8.
// REQUIRES end - begin <= kDeepestFingerprint.
StackFingerprint stack_fingerprint(const char* begin, const char* end);

// What the word at `at` adds to it if it holds `word`.
// REQUIRES: a fingerprint that has this word was taken.
StackFingerprint word_fingerprint(const char* at, std::uint64_t word, const char* end);

}  // namespace skein::runtime
