// SPDX-License-Identifier: Apache-2.0
// Completeness of the prefix: on random programs with loops it represents exactly the reachable
// states, the operations executable in each, the deadlocks and the faults that an explicit
// breadth-first search finds; under both orders, and with the table of states emptied at random
// moments. SKEIN_PREFIX_PROGRAMS sets how many programs
// each of the four tests compares (1250).
#include <gtest/gtest.h>

#include <cstdlib>

#include "oracle.hpp"
#include "toy_system.hpp"

namespace skein::testing {

namespace {

std::uint64_t programs() {
  const char* text = std::getenv("SKEIN_PREFIX_PROGRAMS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1250;
}

// Compares programs() programs; passes over those that are too large for the search.
void compare_many(AdequateOrder order, bool forgets, std::uint64_t seed) {
  for (std::uint64_t compared = 0; compared < programs(); ++seed) {
    const ToyProgram program = random_toy(seed);
    ToySystem system(program);
    const std::string what = "seed " + std::to_string(seed) + "\n" + program.text();
    if (compare_with_search(system, order, forgets, seed, what) == Tried::Compared) ++compared;
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Completeness, TotalOrder) { compare_many(AdequateOrder::Total, false, 1); }
TEST(Completeness, SizeOrder) { compare_many(AdequateOrder::Size, false, 1); }
TEST(Completeness, StatesForgotten) { compare_many(AdequateOrder::Total, true, 1'000'000); }
TEST(Completeness, StatesForgottenSizeOrder) { compare_many(AdequateOrder::Size, true, 2'000'000); }

}  // namespace

}  // namespace skein::testing
