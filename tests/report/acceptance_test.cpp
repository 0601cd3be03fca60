// SPDX-License-Identifier: Apache-2.0
// Patterns of suppressions, identities of findings, and what is accepted.
#include "report/acceptance.hpp"

#include <gtest/gtest.h>

#include <string>

#include "report/finding_identity.hpp"

namespace skein {
namespace {

TEST(Pattern, MeansWhatThreadSanitizerMeans) {
  EXPECT_TRUE(matches_pattern("push", "Queue::push(int)"));
  EXPECT_TRUE(matches_pattern("Queue*int", "Queue::push(int)"));
  EXPECT_TRUE(matches_pattern("^Queue", "Queue::push(int)"));
  EXPECT_FALSE(matches_pattern("^push", "Queue::push(int)"));
  EXPECT_TRUE(matches_pattern("(int)$", "Queue::push(int)"));
  EXPECT_FALSE(matches_pattern("push$", "Queue::push(int)"));
  EXPECT_TRUE(matches_pattern("^Queue*int)$", "Queue::push(int)"));
  EXPECT_TRUE(matches_pattern("ab$", "abab"));
  EXPECT_TRUE(matches_pattern("a*b*c", "xaxbxbxcx"));
  EXPECT_FALSE(matches_pattern("a*b*c", "xcxbxax"));
  EXPECT_TRUE(matches_pattern("*", "x"));
  EXPECT_FALSE(matches_pattern("Push", "Queue::push(int)"));
}

Place place(const std::string& function, std::uint32_t line) {
  return {"queue.cpp", "/src/queue.cpp", line, function, "", 0};
}

Counterexample race(const std::string& object, const Stack& first, const Stack& second) {
  Counterexample told;
  told.kind = FindingKind::Race;
  told.object = object;
  told.accesses.resize(2);
  told.accesses[0].stack = first;
  told.accesses[1].stack = second;
  return told;
}

TEST(Identity, StaysWhenLinesMove) {
  const auto identity = [](std::uint32_t line) {
    Counterexample told = race("a member", {place("pop()", line)}, {place("push(int)", 7)});
    told.whole = {Whole::Kind::Heap, "Node@queue.cpp:" + std::to_string(line)};
    return identity_of(told);
  };
  EXPECT_EQ(identity(14), identity(20));
  EXPECT_NE(identity(14), identity_of(race("head", {place("pop()", 14)}, {place("push(int)", 7)})));
  EXPECT_NE(identity(14), identity_of(race("Node@queue.cpp:14", {place("pop()", 14)}, {})));
}

TEST(Identity, TellsAssertionsApartByTheirNumbers) {
  Counterexample told;
  told.kind = FindingKind::Assertion;
  told.place = place("main", 3);
  told.facts = {ViolationCode::AssertionFailed, {"main", "x == 1"}, {{"a.c", 3}}};
  const std::string first = identity_of(told);
  told.place.line = 9;
  told.facts.places = {{"a.c", 9}};
  told.brief = "in other words";
  EXPECT_EQ(identity_of(told), first);
  told.facts.subjects[1] = "x == 2";
  EXPECT_NE(identity_of(told), first);
}

TEST(Identity, OfADeadlockIsTheCycle) {
  Counterexample told;
  told.kind = FindingKind::Deadlock;
  told.agents = {"main", "worker(1)", "worker(2)"};
  told.waits.resize(3);
  for (std::size_t i = 0; i < 3; ++i) {
    told.waits[i].agent = i;
    told.waits[i].place = place(i == 0 ? "main" : "transfer()", 8);
    told.waits[i].objects = {i == 0 ? "worker(1)" : "account[" + std::to_string(i) + "].mutex"};
  }
  told.cycle = {1, 2};
  const std::string identity = identity_of(told);
  told.waits[0].objects = {"worker(2)"};  // main joins another one
  told.waits[1].place.line = 12;
  EXPECT_EQ(identity_of(told), identity);
  told.waits[1].place.function = "close()";
  EXPECT_NE(identity_of(told), identity);
}

// Not by the text of names: a dot or a bracket in them says nothing.
TEST(Identity, OfADeadlockNamesWhatTheLocksBelongTo) {
  Counterexample told;
  told.kind = FindingKind::Deadlock;
  told.agents = {"main"};
  told.waits.resize(1);
  told.waits[0].objects = {"bank<a.b>::lock"};
  told.waits[0].wholes = {{Whole::Kind::Variable, "bank<a.b>::lock"}};
  const std::string identity = identity_of(told);
  told.waits[0].wholes[0].name = "bank<a.c>::lock";
  EXPECT_NE(identity_of(told), identity);
  told.waits[0].wholes[0] = {Whole::Kind::Unknown, ""};
  told.waits[0].objects = {"0x1000"};
  const std::string unnamed = identity_of(told);
  told.waits[0].objects = {"0x2a00"};
  EXPECT_EQ(identity_of(told), unnamed);
}

Suppression rule_for(FindingKind kind, std::vector<Suppression::Pattern> patterns) {
  Suppression rule;
  rule.kind = kind;
  rule.patterns = std::move(patterns);
  rule.name = "a rule";
  return rule;
}

TEST(Suppression, SeesFramesOfLibraries) {
  Counterexample told = race("x", {place("work()", 3)}, {place("work()", 3)});
  told.whole_stacks = {{place("std::f()", 9), place("work()", 3)}, {place("work()", 3)}};
  Suppression rule = rule_for(FindingKind::Race, {{Suppression::Aspect::Any, "std::f"}});
  EXPECT_TRUE(matches(rule, told));
  rule.is_top_only = true;
  EXPECT_TRUE(matches(rule, told));
  rule.patterns.front().text = "main";
  EXPECT_FALSE(matches(rule, told));
}

// A place without a line is no file, whatever its name looks like.
TEST(Suppression, SeesTheFilesOfPlaces) {
  Counterexample told;
  told.kind = FindingKind::Memory;
  told.facts.places = {{"queue.cpp", 3}, {"std::push"}};
  Suppression rule = rule_for(FindingKind::Memory, {{Suppression::Aspect::File, "^queue.cpp$"}});
  EXPECT_TRUE(matches(rule, told));
  rule.patterns.front().text = "std";
  EXPECT_FALSE(matches(rule, told));
}

TEST(Acceptance, WaitsForTheStackBeforeItCallsABug) {
  Counterexample brief;
  brief.kind = FindingKind::Race;
  brief.object = "hits";
  brief.facts.places = {{"queue.cpp", 3}, {"queue.cpp", 4}};
  Acceptance acceptance;
  acceptance.add(rule_for(FindingKind::Race, {{Suppression::Aspect::Function, "push"},
                                              {Suppression::Aspect::File, "queue.cpp"}}));
  EXPECT_TRUE(acceptance.may_accept(brief));
  acceptance.judge(brief);
  EXPECT_EQ(brief.standing, Standing::Fails);
  brief.facts.places = {{"stack.cpp", 3}};
  EXPECT_FALSE(acceptance.may_accept(brief));
  brief.kind = FindingKind::Deadlock;
  EXPECT_FALSE(acceptance.may_accept(brief));
}

TEST(Acceptance, IsNotForFindingsThatWereNotKept) {
  Report report;
  skein::Run run;
  run.end = End::Violation;
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(FindingSet::kMostKept); ++i) {
    run.violations = {Violation{{ViolationCode::ExitStatus, {}, {}, {i}}, {}, {}, {}}};
    report.findings.add(run);
  }
  report.counterexamples.resize(report.findings.all().size());
  for (Counterexample& told : report.counterexamples) told.kind = FindingKind::Other;
  Acceptance acceptance;
  acceptance.add(rule_for(FindingKind::Other, {}));
  acceptance.apply(report);
  EXPECT_TRUE(report.findings.is_empty());
  EXPECT_EQ(verdict_of(report), Verdict::Bug);
  EXPECT_NE(verdict_sentence(report).find("1 violation more than skein keeps"), std::string::npos);
}

}  // namespace
}  // namespace skein
