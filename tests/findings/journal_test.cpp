// SPDX-License-Identifier: Apache-2.0
// Journals: runs come back from their bytes as they were, and damaged bytes are refused.
#include "findings/journal.hpp"

#include <gtest/gtest.h>

#include "core/ensure.hpp"
#include "support/toys.hpp"

namespace skein {
namespace {

using namespace toys;

Plan plan_of(std::uint32_t who) {
  Plan plan;
  plan.prefix = {Move{agent(who), 0}};
  return plan;
}

// Two steps of two agents, a violation with all kinds of facts, and an agent that is stuck.
ARun a_run() {
  ARun run = run_with(End::Violation, 0);
  run.steps = {lock(0, 3), step(1, OpKind::AtomicLoad, 4)};
  run.steps[1].value = -7;
  run.steps[1].site = SiteId{9U};
  run.violations.push_back({{ViolationCode::IndexOutOfRange, {"a[b]"}, {{"x.c", 3}}, {-1, 4}},
                            agent(1),
                            StepIndex{1U},
                            SiteId{9U}});
  run.pending = {stuck(0, OpKind::MutexLock, 3)};
  return run;
}

TEST(Journal, GivesBackWhatWasWritten) {
  const ARun first = a_run();
  ARun second = a_run();
  second.steps[1].value = 8;
  second.end = End::Cut;
  second.bound = BoundHit::Steps;
  second.violations.clear();
  std::string bytes;
  JournalWriter writer;
  writer.add(bytes, plan_of(0), first);
  writer.add(bytes, plan_of(1), second);

  std::string_view rest = bytes;
  JournalReader reader;
  const ARun one = reader.next(rest, plan_of(0));
  EXPECT_EQ(one.end, End::Violation);
  ASSERT_EQ(one.steps.size(), 2U);
  EXPECT_EQ(one.steps[0].op, first.steps[0].op);
  EXPECT_FALSE(one.steps[0].gate_after);
  EXPECT_EQ(one.steps[1].value, -7);
  EXPECT_EQ(one.steps[1].site, SiteId{9U});
  ASSERT_EQ(one.violations.size(), 1U);
  EXPECT_EQ(one.violations[0].facts, first.violations[0].facts);
  EXPECT_EQ(one.violations[0].agent, agent(1));
  EXPECT_EQ(one.violations[0].step, StepIndex{1U});
  ASSERT_EQ(one.pending.size(), 1U);
  EXPECT_EQ(one.pending[0].op, first.pending[0].op);

  const ARun two = reader.next(rest, plan_of(1));
  EXPECT_EQ(two.shared_prefix, 1U);
  EXPECT_EQ(two.end, End::Cut);
  EXPECT_EQ(two.bound, BoundHit::Steps);
  EXPECT_EQ(two.steps.at(1).value, 8);
  EXPECT_TRUE(two.violations.empty());
  EXPECT_TRUE(rest.empty());
}

TEST(Journal, RefusesAnotherPlan) {
  std::string bytes;
  JournalWriter().add(bytes, plan_of(0), a_run());
  std::string_view rest = bytes;
  EXPECT_THROW(JournalReader().next(rest, plan_of(1)), UserError);
}

TEST(Journal, RefusesBytesThatEndTooEarly) {
  std::string bytes;
  JournalWriter().add(bytes, plan_of(0), a_run());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view part = std::string_view(bytes).substr(0, size);
    EXPECT_THROW(JournalReader().next(part, plan_of(0)), UserError) << size;
  }
}

}  // namespace
}  // namespace skein
