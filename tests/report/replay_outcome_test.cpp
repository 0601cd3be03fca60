// SPDX-License-Identifier: Apache-2.0
// What a replay says of its end: every end has its own words, and those of a schedule that was left
// name what was expected and what was met.
#include "report/formats/replay_outcome.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace skein {
namespace {

using Outcome = ReplayOutcome;

Outcome outcome_with(Outcome::End end) {
  Outcome outcome;
  outcome.end = end;
  outcome.steps = 3;
  outcome.moves = 1200;
  outcome.bugs = 2;
  return outcome;
}

TEST(ReplayOutcome, EveryEndHasItsOwnWords) {
  std::set<std::string> sentences;
  for (int i = 0; i <= static_cast<int>(Outcome::End::ValgrindNothing); ++i) {
    const GivenVerdict given = verdict_of(outcome_with(static_cast<Outcome::End>(i)));
    EXPECT_TRUE(given.sentence.starts_with("replay: ")) << given.sentence;
    EXPECT_TRUE(sentences.insert(given.sentence).second) << given.sentence;
  }
}

TEST(ReplayOutcome, OnlyWhatWasShownIsABug) {
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::SameBug)).verdict, Verdict::Bug);
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::OtherBug)).verdict, Verdict::Bug);
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::Bugs)).sentence, "replay: 2 bugs in 3 steps.");
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::Bugs)).verdict, Verdict::Bug);
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::LostBug)).verdict, Verdict::Incomplete);
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::NoBug)).verdict, Verdict::Incomplete);
  EXPECT_EQ(verdict_of(outcome_with(Outcome::End::Interrupted)).verdict, Verdict::Incomplete);
}

TEST(ReplayOutcome, SaysWhereTheScheduleWasLeft) {
  Outcome outcome = outcome_with(Outcome::End::LeftTrace);
  outcome.left_at = 6;
  outcome.move = Move{AgentId{2U}, 1};
  outcome.met.number = AgentId{2U};
  const auto met = [&] {
    const std::string text = verdict_of(outcome).sentence;
    const std::size_t begin = text.find("; met ") + 6;
    return text.substr(begin, text.find(';', begin) - begin);
  };
  EXPECT_EQ(verdict_of(outcome).sentence,
            "replay: left the trace at step 7 of 1200: expected agent 2, choice 1; met no agent 2 "
            "that could go on; the schedule is of another program, or of other arguments or "
            "options.");
  outcome.expected = "t(1): lock m at a.c:3";
  outcome.cause = Outcome::Cause::OtherBuild;
  EXPECT_EQ(verdict_of(outcome).sentence,
            "replay: left the trace at step 7 of 1200: expected t(1): lock m at a.c:3; met no "
            "agent 2 that could go on; the program was built anew since the trace was made.");
  outcome.met.agent = "t(1)";
  outcome.met.operation = "choose";
  outcome.met.choices = 3;
  outcome.met.kind = Outcome::Met::Kind::Step;
  EXPECT_EQ(met(), "t(1): choose (choice 0 of 3)");
  outcome.met.kind = Outcome::Met::Kind::Choices;
  EXPECT_EQ(met(), "t(1): choose, which has 3 values to choose from");
  outcome.met.place = {"a.c", 4};
  outcome.met.kind = Outcome::Met::Kind::NotEnabled;
  EXPECT_EQ(met(), "t(1): choose at a.c:4, which cannot be executed now");
  outcome.met.kind = Outcome::Met::Kind::Bound;
  EXPECT_EQ(met(), "the end of the run, cut by a bound");
}

}  // namespace
}  // namespace skein
