// SPDX-License-Identifier: Apache-2.0
// Compares random programs, batch by batch, until enough of them were small enough.
//
// A batch is programs with consecutive seeds, compiled together. What it needs:
//
//   std::size_t size() const;
//   std::string text(std::size_t i) const;           // program i, for people
//   bool compare(std::size_t i, std::string& text);  // whether it was small enough; what differs
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>

namespace skein::test {

// `make(seed, count)` makes a batch. Stops after a few failures.
template <class Make>
void compare_random_programs(std::uint64_t first_seed, std::uint64_t wanted, const Make& make) {
  constexpr std::uint64_t kBatch = 250;  // programs in one file
  constexpr std::uint64_t kSpare = 10;   // since some are too large
  constexpr int kMostFailures = 5;
  std::uint64_t next = first_seed;
  std::uint64_t compared = 0;
  std::uint64_t too_large = 0;
  int failures = 0;
  while (compared < wanted && failures < kMostFailures) {
    const std::uint64_t count = std::min(kBatch, wanted - compared + kSpare);
    const auto batch = make(next, count);
    for (std::size_t i = 0; i < batch.size() && compared < wanted && failures < kMostFailures;
         ++i) {
      std::string text;
      try {
        ++(batch.compare(i, text) ? compared : too_large);
      } catch (const std::exception& error) {
        text = error.what();
      }
      if (text.empty()) continue;
      ++failures;
      ADD_FAILURE() << "seed " << next + i << "\n" << batch.text(i) << text;
    }
    next += count;
  }
  testing::Test::RecordProperty("compared", std::to_string(compared));
  testing::Test::RecordProperty("too_large", std::to_string(too_large));
}

}  // namespace skein::test
