// SPDX-License-Identifier: Apache-2.0
// A small, fast, seeded generator (SplitMix64), so that a seed gives the same numbers everywhere.
// It is the only source of randomness allowed in skein.
#pragma once

#include <cstdint>

namespace skein {

constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30U;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27U;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31U;
  return x;
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() { return mix64(state_ += 0x9e3779b97f4a7c15ULL); }

  // A value below n. REQUIRES n > 0.
  constexpr std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t state_;
};

}  // namespace skein
