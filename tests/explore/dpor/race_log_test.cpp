// SPDX-License-Identifier: Apache-2.0
// The walk over all reversals that a run asks for: which are visited, and which again.
#include "explore/dpor/race_log.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/toys.hpp"

namespace skein::dpor {
namespace {

using namespace toys;

class RaceLogTest : public testing::Test {
 protected:
  // One line for each visit: where the reversal branches off, its last move, and where it ends.
  // `decided`: what the visitor answers.
  std::vector<std::string> visits(RaceLog& log, const std::vector<Step>& steps, std::uint32_t known,
                                  Position decided = {}) {
    run_.steps = steps;
    trace_.follow(steps, known);
    std::vector<std::string> seen;
    log.visit(run_, Position{known}, [&](const RaceLog::Visit& visit) {
      const KnownMove& last = visit.reversal.last();
      seen.push_back(std::to_string(visit.reversal.branch().value) + " agent " +
                     std::to_string(last.move.agent.value) +
                     (visit.is_choice ? " choice " + std::to_string(last.move.choice) : "") +
                     " end " + std::to_string(visit.reversal.end().value));
      return decided;
    });
    return seen;
  }

  using Lines = std::vector<std::string>;

  Trace trace_;
  ARun run_;
  const std::vector<Step> writes_{store(0, 0), store(1, 0), store(2, 1)};
  const std::vector<Step> other_end_{store(0, 0), store(1, 0), store(2, 2)};
};

TEST_F(RaceLogTest, NewStepsAreVisitedOnceAndEndThere) {
  RaceLog log(trace_, RaceLog::Scope::NewSteps);
  EXPECT_EQ(visits(log, writes_, 0), Lines{"0 agent 1 end 1"});
  EXPECT_EQ(visits(log, other_end_, 2), Lines{});
  EXPECT_EQ(visits(log, {store(0, 0), store(1, 0), store(2, 0)}, 2), Lines{"1 agent 2 end 2"});
}

TEST_F(RaceLogTest, OfTheWholeRunOldRacesAreVisitedAgain) {
  RaceLog log(trace_, RaceLog::Scope::WholeRun);
  EXPECT_EQ(visits(log, writes_, 0), Lines{"0 agent 1 end 3"});
  EXPECT_EQ(visits(log, other_end_, 2), Lines{"0 agent 1 end 3"});
  // Its second step is gone.
  EXPECT_EQ(visits(log, {store(0, 0), store(2, 1)}, 1), Lines{});
}

TEST_F(RaceLogTest, WhatIsDecidedByTheSharedPartIsNotAskedAgain) {
  RaceLog log(trace_, RaceLog::Scope::WholeRun);
  EXPECT_EQ(visits(log, writes_, 0, Position{1U}).size(), 1U);
  EXPECT_EQ(visits(log, other_end_, 2), Lines{});
  // But if the run changes before that position, it is.
  RaceLog again(trace_, RaceLog::Scope::WholeRun);
  EXPECT_EQ(visits(again, writes_, 0, Position{2U}).size(), 1U);
  EXPECT_EQ(visits(again, other_end_, 2), Lines{"0 agent 1 end 3"});
}

TEST_F(RaceLogTest, ARunThatIsForgottenIsNotVisitedAgain) {
  RaceLog log(trace_, RaceLog::Scope::WholeRun);
  EXPECT_EQ(visits(log, writes_, 0).size(), 1U);
  log.clear();
  EXPECT_EQ(visits(log, other_end_, 2), Lines{});
}

TEST_F(RaceLogTest, ChoicesThatWereNotTakenAreVisited) {
  RaceLog log(trace_, RaceLog::Scope::WholeRun);
  std::vector<Step> steps{store(0, 0), step(1, OpKind::Choose), store(1, 1)};
  steps[1].choice = 1;
  steps[1].choices = 3;
  const Lines both{"1 agent 1 choice 0 end 3", "1 agent 1 choice 2 end 3"};
  EXPECT_EQ(visits(log, steps, 0), both);
  steps[2] = store(1, 2);
  EXPECT_EQ(visits(log, steps, 2), both);
}

TEST_F(RaceLogTest, WhatWaitsAtTheEndIsVisitedEachTime) {
  RaceLog log(trace_, RaceLog::Scope::WholeRun);
  const std::vector<Step> steps{lock(0, 0), store(0, 1)};
  run_.end = End::Deadlock;
  run_.pending = {stuck(1, OpKind::MutexLock, 0)};
  EXPECT_EQ(visits(log, steps, 0), Lines{"0 agent 1 end 2"});
  EXPECT_EQ(visits(log, steps, 2), Lines{"0 agent 1 end 2"});
  // An operation that could be executed was explored elsewhere, unless a bound kept it back.
  run_.pending[0] = stuck(1, OpKind::AtomicStore, 1);
  run_.pending[0].is_enabled = true;
  EXPECT_EQ(visits(log, steps, 2), Lines{});
  run_.end = End::Cut;
  EXPECT_EQ(visits(log, steps, 2), Lines{"1 agent 1 end 2"});
}

}  // namespace
}  // namespace skein::dpor
