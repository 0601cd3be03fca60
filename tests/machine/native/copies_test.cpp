// SPDX-License-Identifier: Apache-2.0
// Runs that are continued from copies of the program's memory (runtime/snapshot/in_place.hpp): they
// are there, and change nothing.
#include <gtest/gtest.h>

#include "machine/native/native_runs.hpp"

namespace skein::test {
namespace {

constexpr const char* kProgram = "tests/machine/native/programs/work_before_threads.c";

enum class Copies { None, WhereTheyPay, Forced };

struct Outcome {
  std::uint64_t executions = 0;
  std::vector<std::string> messages;
  std::uint32_t continued = 0;
};

Outcome explore_with(Copies copies, const std::string& explorer,
                     const std::vector<std::string>& arguments) {
  NativeOptions options = options_for(built(kProgram), arguments);
  options.snapshots = copies == Copies::None           ? TakeSnapshots::Nowhere
                      : copies == Copies::WhereTheyPay ? TakeSnapshots::WhereTheyPay
                                                       : TakeSnapshots::Everywhere;
  options.snapshots_are_copies = copies == Copies::Forced;
  options.snapshot_every = 3;
  NativeMachine machine(options);
  const Explored explored = explore_all(machine, explorer);
  return {explored.statistics.runs(), explored.messages, machine.continued_runs()};
}

class Copying : public ::testing::TestWithParam<const char*> {};

TEST_P(Copying, ChangesNothing) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{}, {"fails"}}) {
    const Outcome plain = explore_with(Copies::None, GetParam(), arguments);
    EXPECT_EQ(plain.continued, 0U);
    EXPECT_EQ(plain.messages.empty(), arguments.empty());
    for (const Copies copies : {Copies::WhereTheyPay, Copies::Forced}) {
      const Outcome outcome = explore_with(copies, GetParam(), arguments);
      EXPECT_EQ(outcome.executions, plain.executions);
      EXPECT_EQ(outcome.messages, plain.messages);
      const std::uint64_t least = copies == Copies::Forced ? plain.executions / 4 : 1;
      EXPECT_GE(outcome.continued, least) << "copies are hardly used";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Copying, ::testing::Values("source", "optimal", "qpor"));

}  // namespace
}  // namespace skein::test
