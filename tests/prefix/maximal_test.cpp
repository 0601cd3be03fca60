// SPDX-License-Identifier: Apache-2.0
// The number of maximal configurations of a prefix.
#include "prefix/analyses/maximal.hpp"

#include <gtest/gtest.h>

#include "prefix/builder.hpp"
#include "prefix/toy_system.hpp"

namespace skein::testing {
namespace {

// Two threads take two locks in opposite order: the first one before the other, the other before
// the first, or each one lock, and then both wait. Every event of the deadlock is also in one
// of the two runs to the end, so those cannot be told from their ends alone.
TEST(MaximalConfigurations, OfDeadlocksToo) {
  using enum ToyCode;
  const auto worker = [](std::uint32_t first, std::uint32_t second) {
    return std::vector<ToyInstruction>{{Start, 0, 0, 0},      {Lock, first, 0, 0},
                                       {Lock, second, 0, 0},  {Unlock, second, 0, 0},
                                       {Unlock, first, 0, 0}, {Exit, 0, 0, 0}};
  };
  ToyProgram program;
  program.locks = 2;
  program.threads = {{{Start, 0, 0, 0},
                      {Create, 1, 0, 0},
                      {Create, 2, 0, 0},
                      {Join, 1, 0, 0},
                      {Join, 2, 0, 0},
                      {Exit, 0, 0, 0}},
                     worker(0, 1),
                     worker(1, 0)};
  ToySystem system(program);
  Prefix::Options options;
  options.has_cutoffs = false;
  Prefix prefix(system);
  ASSERT_TRUE(build(prefix, options));
  EXPECT_EQ(count_maximal_configurations(prefix, 1000, nullptr), 3U);
}

}  // namespace
}  // namespace skein::testing
