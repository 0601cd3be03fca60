// SPDX-License-Identifier: Apache-2.0
// How runs end: misuse of locks and threads, deadlock, assumptions, plans that cannot be followed;
// and the examples that we show to people.
#include <gtest/gtest.h>

#include <filesystem>

#include "model_runs.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {
namespace {

struct Misuse {
  const char* text;
  const char* message;
};

class LockMisuse : public testing::TestWithParam<Misuse> {};

TEST_P(LockMisuse, StopsTheAgentAndNobodyElse) {
  const std::string others = "atomic done = 0 thread other { done = 1 } ";
  ModelMachine machine(program(others + GetParam().text));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Violation);
  ASSERT_EQ(run.violations.size(), 1U);
  const Violation& v = run.violations[0];
  EXPECT_EQ(v.kind(), ViolationKind::LockMisuse);
  EXPECT_EQ(violation_text(v), GetParam().message);
  EXPECT_LT(v.step.index(), run.steps.size());
  EXPECT_EQ(run.steps[v.step.index()].agent, v.agent);
  EXPECT_EQ(machine.names().site_text(v.site).substr(0, 10), "t.skein:1:");
  EXPECT_NE(machine.final_state().find("done: 1\n"), std::string::npos);
  for (const Pending& p : run.pending) EXPECT_NE(p.agent, v.agent);
}

INSTANTIATE_TEST_SUITE_P(
    All, LockMisuse,
    testing::Values(
        Misuse{"mutex m thread main { create other; unlock m }",
               "t.skein:1: unlock m: the agent does not hold the mutex"},
        Misuse{"mutex m thread main { create other; lock m; lock m }",
               "t.skein:1: lock m: the agent holds the mutex already"},
        Misuse{"mutex m cond c thread main { create other; wait c m }",
               "t.skein:1: wait c m: the agent does not hold the mutex"},
        Misuse{"recursive mutex m cond c thread main { create other; lock m; lock m; wait c m }",
               "t.skein:1: wait c m: the agent holds the mutex more than once"},
        Misuse{"recursive mutex m thread main { create other; lock m; unlock m; unlock m }",
               "t.skein:1: unlock m: the agent does not hold the mutex"},
        Misuse{"rwlock w thread main { create other; rdunlock w }",
               "t.skein:1: rdunlock w: the agent does not hold the lock for reading"},
        Misuse{"rwlock w thread main { create other; wrunlock w }",
               "t.skein:1: wrunlock w: the agent does not hold the lock for writing"},
        Misuse{"rwlock w thread main { create other; rdlock w; wrlock w }",
               "t.skein:1: wrlock w: the agent holds the lock for reading"},
        Misuse{"rwlock w thread main { create other; wrlock w; wrlock w }",
               "t.skein:1: wrlock w: the agent holds the lock already"},
        Misuse{"rwlock w thread main { create other; wrlock w; rdlock w }",
               "t.skein:1: rdlock w: the agent holds the lock for writing"},
        Misuse{"once o thread main { create other; once o { once o { } } }",
               "t.skein:1: once o: the agent is inside the block of this once"},
        Misuse{"thread main { t = create other; join t; join t }",
               "t.skein:1: join t: the thread has been joined already"},
        Misuse{"thread main { t = create other; join t; detach t }",
               "t.skein:1: detach t: the thread has been joined already"},
        Misuse{"thread main { t = create other; detach t; join t }",
               "t.skein:1: join t: the thread is detached"},
        Misuse{"thread main { create other; join 0 }",
               "t.skein:1: join 0: 0 is not the handle of a thread"},
        Misuse{"thread main { create other; join 77 }",
               "t.skein:1: join 77: 77 is not the handle of a thread"},
        Misuse{"data me thread f { join me } thread main { create other; me = create f }",
               "t.skein:1: join me: a thread cannot join itself"}));

TEST(Misuse, ChoiceAmongNothing) {
  ModelMachine machine(program("thread main { n = 0; r = choose n }"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Violation);
  EXPECT_EQ(violation_text(run.violations.at(0)), "t.skein:1: cannot choose one of 0 values");
}

TEST(Ends, DeadlockListsWhoWaits) {
  ModelMachine machine(program("mutex m thread f { lock m } thread main { lock m; create f }"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Deadlock);
  ASSERT_EQ(run.pending.size(), 1U);
  EXPECT_EQ(line(machine, run.pending[0].agent, run.pending[0].op), "f lock m");
  EXPECT_FALSE(run.pending[0].is_enabled);
  EXPECT_EQ(machine.names().site_text(run.pending[0].site), "t.skein:1: lock m");
}

TEST(Ends, IdleHandlerIsNoDeadlock) {
  ModelMachine machine(program("handler h message g { } thread main { }"));
  EXPECT_EQ(machine.run(Plan{}).end, End::Completed);
}

TEST(Ends, MessageBehindABlockedOneIsADeadlock) {
  ModelMachine machine(
      program("handler h sem s message g { semwait s } thread main { post h g; post h g }"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Deadlock);
  EXPECT_EQ(run.pending.size(), 2U);
}

TEST(Ends, FailedAssumptionBlocks) {
  const Outcomes all = outcomes(program(
      "atomic x thread f { x = 1 } thread main { create f; assume x == 1; assert x == 1 }"));
  EXPECT_TRUE(all.has(End::Blocked));
  EXPECT_TRUE(all.has(End::Completed));
  EXPECT_FALSE(all.has(End::Violation));
  EXPECT_FALSE(all.has(End::Deadlock));
}

TEST(Ends, ViolationGoesBeforeBlockedBeforeDeadlock) {
  const char* text = R"(mutex m
    thread f { lock m }
    thread g { assume 0 }
    thread h { assert 0 }
    thread main { lock m; create f; create g; create h })";
  ModelMachine machine(program(text));
  EXPECT_EQ(machine.run(Plan{}).end, End::Violation);
  ModelMachine without(
      program(std::string(text).replace(std::string(text).find("assert 0"), 8, "")));
  EXPECT_EQ(without.run(Plan{}).end, End::Blocked);
}

TEST(Ends, PlanThatCannotBeFollowedDiverges) {
  ModelMachine machine(program("mutex m thread f { lock m } thread main { lock m; create f }"));
  EXPECT_EQ(machine.run(plan_of({1})).end, End::Diverged);
  EXPECT_EQ(machine.run(plan_of({0, 0, 0, 1, 1})).end, End::Diverged);
  EXPECT_EQ(machine.run(Plan{}).end, End::Deadlock);
}

TEST(Ends, SleepSetStopsTheRun) {
  ModelMachine machine(program("atomic x thread main { x = 1 }"));
  Plan plan = plan_of({0});
  plan.sleep.push_back(Sleeper{Move{kMainAgent, 0}, Operation{}});
  EXPECT_EQ(machine.run(plan).end, End::Asleep);
}

TEST(Examples, DoWhatTheyState) {
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator("examples")) {
    if (entry.path().extension() != ".skein") continue;
    const ModelProgram p = load_model(entry.path().string());
    const auto verdict = p.expectations.find("verdict");
    if (verdict == p.expectations.end()) continue;
    const Outcomes all = outcomes(p);
    const bool is_bug = all.has(End::Deadlock) || all.has(End::Violation);
    EXPECT_EQ(verdict->second, is_bug ? "bug" : "clean") << entry.path();
    ++checked;
  }
  EXPECT_GE(checked, 4);
}

TEST(Examples, TheirFixesWork) {
  const auto is_clean = [](const char* file, const ModelParams& params) {
    const Outcomes all = outcomes(load_model(file, params));
    return !all.has(End::Deadlock) && !all.has(End::Violation);
  };
  EXPECT_TRUE(is_clean("examples/philosophers.skein", {{"polite", 1}}));
  EXPECT_TRUE(is_clean("examples/condvar.skein", {{"fixed", 1}}));
  EXPECT_TRUE(outcomes(load_model("examples/philosophers.skein")).has(End::Deadlock));
  EXPECT_TRUE(outcomes(load_model("examples/condvar.skein")).has(End::Deadlock));
  EXPECT_EQ(outcomes(load_model("examples/first.skein")).messages.at(0),
            "examples/first.skein:21: assertion failed: counter == N (counter = 1)");
}

}  // namespace
}  // namespace skein::test
