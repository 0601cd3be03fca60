// SPDX-License-Identifier: Apache-2.0
// A fingerprint of a part of an agent's stack: equal fingerprints mean equal bytes, except with a
// probability of about 2^-48. Fingerprints are sums: the contribution of a byte depends only on its
// value and its place. So the writes of *other agents* on a stack while its agent waited can be
// subtracted, and the rest shows what the agent itself did (spin_loops.cpp).
#pragma once

#include <cstdint>

namespace skein::runtime {

struct StackFingerprint {
  std::uint64_t low = 0;
  std::uint64_t swapped = 0;  // of the same words with their halves exchanged: a second opinion

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

// Deeper stacks are ignored: each operation would cost too much.
inline constexpr std::uint64_t kDeepestFingerprint = 1U << 16U;

// The fingerprint of the words from `begin` up to `end`, both multiples of 8.
// REQUIRES end - begin <= kDeepestFingerprint.
StackFingerprint stack_fingerprint(const char* begin, const char* end);

// The contribution of the word at `at` if it holds `word`. REQUIRES: a fingerprint that includes
// this word was taken.
StackFingerprint word_fingerprint(const char* at, std::uint64_t word, const char* end);

}  // namespace skein::runtime
