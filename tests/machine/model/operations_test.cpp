// SPDX-License-Identifier: Apache-2.0
// Every operation of the table: its steps, its effect, and the flags of core/step.hpp.
#include <gtest/gtest.h>

#include "model_runs.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {
namespace {

using Lines = std::vector<std::string>;

struct Ran {
  explicit Ran(std::string_view text, const Plan& plan = {})
      : machine(program(text)), run(machine.run(plan)) {}

  [[nodiscard]] Step step(std::string_view wanted) const { return find_step(machine, run, wanted); }

  ModelMachine machine;
  const skein::Run& run;
};

void expect_gates(const Step& s, bool before, bool after, int shared = 0) {
  EXPECT_EQ(s.gate_before, before);
  EXPECT_EQ(s.gate_after, after);
  EXPECT_EQ(s.shared, shared);
}

TEST(Agents, StartCreateExitJoin) {
  Ran r("thread f(i) { } thread main { t = create f(7); join t }");
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(lines(r.machine, r.run),
            (Lines{"main start main", "main create f(7)", "f(7) start f(7)", "f(7) exit f(7)",
                   "main join f(7)", "main exit main"}));
  EXPECT_TRUE(r.run.steps[0].enabler.is_none());
  EXPECT_EQ(r.run.steps[2].enabler, StepIndex{std::size_t{1}});
  EXPECT_EQ(r.run.steps[4].enabler, StepIndex{std::size_t{3}});
  EXPECT_TRUE(r.run.steps[5].enabler.is_none());
}

TEST(Agents, OthersGoOnAfterMainEnds) {
  Ran r("atomic x thread f { x = 1 } thread main { create f }", plan_of({0, 0, 0}));
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.run.steps.back().op.kind, OpKind::ThreadExit);
  EXPECT_EQ(r.run.steps[2].agent, kMainAgent);
}

TEST(Agents, DetachAndNames) {
  Ran r(
      "thread f(i) { } thread g { } thread main { a = create f(1); b = create f(1); create g; "
      "detach a; detach a; join b }");
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.machine.names().agent_name(AgentId{1U}), "f(1)");
  EXPECT_EQ(r.machine.names().agent_name(AgentId{2U}), "f(1)#2");
  EXPECT_EQ(r.machine.names().agent_name(AgentId{3U}), "g");
  EXPECT_EQ(r.step("main detach f(1)").value, 1);
}

TEST(Agents, AreNamedByCreatorAndOrdinal) {
  // The grandchildren get the same numbers whichever child comes first.
  const char* text =
      "thread leaf(i) { } thread f(i) { create leaf(i) } thread main { create f(1); create f(2) }";
  ModelMachine machine(program(text));
  machine.run(plan_of({0, 0, 0, 1, 1}));
  machine.run(plan_of({0, 0, 0, 2, 2}));
  for (const auto& order : {std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2, 2},
                            std::vector<std::uint32_t>{0, 0, 0, 2, 2, 1, 1}}) {
    const auto& run = machine.run(plan_of(order));
    for (const Step& s : run.steps) {
      if (s.op.kind != OpKind::ThreadCreate || s.agent == kMainAgent) continue;
      const std::string child = machine.names().object_name(s.op.first);
      EXPECT_EQ(child, s.agent == AgentId{1U} ? "leaf(1)" : "leaf(2)");
    }
  }
}

TEST(Mutexes, LockTryLockUnlock) {
  Ran r(R"(mutex m
    thread f { r = trylock m; assert r == 0; lock m; unlock m; r = trylock m; assert r == 1 }
    thread main { create f; lock m; yield; unlock m }
  )",
        plan_of({0, 0, 0, 1, 1}));
  EXPECT_EQ(r.run.end, End::Completed);
  expect_gates(r.step("main lock m"), true, false);
  expect_gates(r.run.steps[4], false, false);
  EXPECT_EQ(r.run.steps[4].op.kind, OpKind::MutexTryLock);
  expect_gates(r.step("main unlock m"), false, true);
  expect_gates(r.step("f unlock m"), false, true);
  const Step& last_try = r.run.steps[r.run.steps.size() - 2];
  EXPECT_EQ(last_try.op.kind, OpKind::MutexTryLock);
  EXPECT_EQ(last_try.value, 1);
  expect_gates(last_try, true, false);
}

TEST(Mutexes, LockIsDisabledWhileHeld) {
  Plan plan = plan_of({0, 0, 0, 1});
  plan.bounds.steps = 4;
  Ran r("mutex m thread f { lock m } thread main { create f; lock m; unlock m }", plan);
  ASSERT_EQ(r.run.pending.size(), 2U);
  EXPECT_TRUE(r.run.pending[0].is_enabled);
  EXPECT_EQ(r.run.pending[1].op.kind, OpKind::MutexLock);
  EXPECT_FALSE(r.run.pending[1].is_enabled);
}

// No other agent can see how often the holder has taken it: only the first lock and the last unlock
// are steps.
TEST(Mutexes, RecursiveRelockIsNoStep) {
  Ran r(R"(recursive mutex m
    thread main { lock m; lock m; assert trylock m == 1; unlock m; unlock m; unlock m })");
  EXPECT_EQ(r.run.end, End::Completed);
  const auto& s = r.run.steps;
  ASSERT_EQ(s.size(), 4U);
  EXPECT_EQ(s[1].op.kind, OpKind::MutexLock);
  expect_gates(s[1], true, false);
  EXPECT_EQ(s[2].op.kind, OpKind::MutexUnlock);
  expect_gates(s[2], false, true);
}

TEST(RwLocks, ReadersShareWritersExclude) {
  Ran r(R"(rwlock w
    thread f {
      rdlock w; rdlock w
      assert trywrlock w == 0
      rdunlock w; rdunlock w
      assert trywrlock w == 1
      assert tryrdlock w == 0
      wrunlock w
      assert tryrdlock w == 1
      rdunlock w
      wrlock w; wrunlock w
    }
    thread main { create f })");
  EXPECT_EQ(r.run.end, End::Completed)
      << (r.run.violations.empty() ? "" : violation_text(r.run.violations[0]));
  std::vector<Step> s;
  for (const Step& step : r.run.steps) {
    if (step.agent != kMainAgent) s.push_back(step);
  }
  expect_gates(s[1], true, true, 1);  // rdlock
  expect_gates(s[2], true, true, 1);  // again
  expect_gates(s[3], true, true);     // trywrlock fails because of readers
  expect_gates(s[4], true, true, -1);
  expect_gates(s[5], true, true, -1);
  expect_gates(s[6], true, false);    // trywrlock
  expect_gates(s[7], false, false);   // tryrdlock fails because of the writer
  expect_gates(s[8], false, true);    // wrunlock
  expect_gates(s[9], true, true, 1);  // tryrdlock
  expect_gates(s[10], true, true, -1);
  expect_gates(s[11], true, false);  // wrlock
}

TEST(RwLocks, WhoIsEnabled) {
  const auto enabled = [](std::string_view holder, std::string_view other) {
    Plan plan = plan_of({0, 0, 0, 1});
    plan.bounds.steps = 4;
    Ran r("rwlock w thread f { " + std::string(other) + " w } thread main { create f; " +
              std::string(holder) + " w; yield }",
          plan);
    return r.run.pending.at(1).is_enabled;
  };
  EXPECT_TRUE(enabled("rdlock", "rdlock"));
  EXPECT_FALSE(enabled("rdlock", "wrlock"));
  EXPECT_FALSE(enabled("wrlock", "rdlock"));
  EXPECT_FALSE(enabled("wrlock", "wrlock"));
  EXPECT_TRUE(enabled("wrlock", "r = tryrdlock"));
  EXPECT_TRUE(enabled("wrlock", "r = trywrlock"));
}

TEST(Conditions, SignalChoosesAWaiter) {
  const char* text = R"(mutex m cond c atomic who
    thread f(i) { lock m; wait c m; who = i; unlock m }
    thread main { create f(1); create f(2); yield; signal c })";
  Plan plan = plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0});
  for (const std::uint32_t choice : {0U, 1U}) {
    plan.prefix.back().choice = choice;
    Ran r(text, plan);
    EXPECT_EQ(r.run.end, End::Deadlock);
    const Step signal = r.step("main signal c");
    EXPECT_EQ(signal.choices, 2U);
    EXPECT_EQ(signal.choice, choice);
    EXPECT_EQ(signal.value, choice + 1);
    const std::string woken = choice == 0 ? "f(1)" : "f(2)";
    const Step wake = r.step(woken + " wake c m");
    EXPECT_EQ(wake.enabler, StepIndex{std::size_t{10}});
    expect_gates(wake, true, false);
    expect_gates(r.step(woken + " wait c m"), false, true);
    ASSERT_EQ(r.run.pending.size(), 1U);
    EXPECT_EQ(r.run.pending[0].op.kind, OpKind::CondWake);
    EXPECT_TRUE(r.run.pending[0].enabler.is_none());
  }
  // In order of arrival: if f(2) waits first, it is choice 0.
  Plan other = plan_of({0, 0, 0, 2, 2, 2, 1, 1, 1, 0, 0});
  EXPECT_EQ(Ran(text, other).step("main signal c").value, 2);
}

TEST(Conditions, SignalWithoutWaitersDoesNothing) {
  Ran r("cond c thread main { signal c; broadcast c }");
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.step("main signal c").choices, 1U);
}

TEST(Conditions, PendingSignalKnowsItsChoices) {
  // The signal is pending before anybody waits: its choices must follow.
  Plan plan = plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2});
  plan.bounds.steps = 9;
  Ran r(
      "mutex m cond c thread f(i) { lock m; wait c m; unlock m } "
      "thread main { create f(1); create f(2); signal c }",
      plan);
  EXPECT_EQ(r.run.pending.at(0).op.kind, OpKind::CondSignal);
  EXPECT_EQ(r.run.pending.at(0).choices, 2U);
}

TEST(Conditions, BroadcastWakesAll) {
  Ran r(R"(mutex m cond c
    thread f(i) { lock m; wait c m; unlock m }
    thread main { create f(1); create f(2); yield; broadcast c })",
        plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0}));
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.step("f(1) wake c m").enabler, StepIndex{std::size_t{10}});
  EXPECT_EQ(r.step("f(2) wake c m").enabler, StepIndex{std::size_t{10}});
}

TEST(Conditions, TimedWait) {
  const char* text = R"(mutex m cond c
    thread f { lock m; r = timedwait c m; unlock m; s = r }
    thread main { create f; yield; signal c })";
  Ran timeout(text, plan_of({0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(timeout.run.end, End::Completed);
  EXPECT_EQ(timeout.step("f timedwake c m").value, 0);
  EXPECT_EQ(timeout.step("main signal c").value, -1);
  Ran signalled(text, plan_of({0, 0, 1, 1, 1, 0, 0}));
  EXPECT_EQ(signalled.step("f timedwake c m").value, 1);
  EXPECT_TRUE(signalled.step("f timedwake c m").enabler.is_none());
  EXPECT_EQ(signalled.step("main signal c").value, 1);
  expect_gates(signalled.step("f timedwake c m"), true, false);
}

TEST(Conditions, SignalAfterTimeouts) {
  const char* text = R"(mutex m cond c
    thread f(i) { lock m; r = timedwait c m; unlock m }
    thread main { create f(1); create f(2); yield; signal c; signal c })";
  Plan plan = plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0});
  plan.prefix[10].choice = 2;  // the last: both had timed out
  Ran late(text, plan);
  EXPECT_EQ(late.run.end, End::Completed);
  EXPECT_EQ(late.run.steps[10].choices, 3U);
  EXPECT_EQ(late.run.steps[10].value, -1);
  // They do not sleep any more.
  EXPECT_EQ(late.run.steps[11].choices, 1U);
  EXPECT_EQ(late.run.steps[11].value, -1);
  EXPECT_EQ(late.step("f(1) timedwake c m").value, 0);
  EXPECT_EQ(late.step("f(1) timedwake c m").choices, 1U);
  EXPECT_EQ(late.step("f(2) timedwake c m").value, 0);
  // An agent that is woken had not timed out.
  Ran woken(text, plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0}));
  EXPECT_EQ(woken.step("f(1) timedwake c m").value, 1);
  EXPECT_EQ(woken.step("f(1) timedwake c m").choices, 1U);
}

TEST(Conditions, PendingSignalKnowsWhoMayTimeOut) {
  Plan plan = plan_of({0, 0, 1, 1, 1});
  plan.bounds.steps = 5;
  Ran r(
      "mutex m cond c thread f { lock m; r = timedwait c m; unlock m } "
      "thread main { create f; signal c }",
      plan);
  EXPECT_EQ(r.run.pending.at(0).op.kind, OpKind::CondSignal);
  EXPECT_EQ(r.run.pending.at(0).choices, 2U);
}

TEST(Conditions, SignalIsForWhoCannotTimeOut) {
  Ran r(R"(mutex m cond c
    thread f { lock m; r = timedwait c m; unlock m }
    thread g { lock m; wait c m; unlock m }
    thread main { create f; create g; yield; signal c; broadcast c })",
        plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0}));
  EXPECT_EQ(r.step("main signal c").choices, 2U);
}

TEST(Conditions, BroadcastAfterTimeout) {
  const char* text = R"(mutex m cond c
    thread f(i) { lock m; r = timedwait c m; unlock m }
    thread main { create f(1); create f(2); yield; broadcast c })";
  Plan plan = plan_of({0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 1});
  plan.prefix[11].choice = 1;
  Ran r(text, plan);
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.step("main broadcast c").choices, 1U);
  EXPECT_EQ(r.step("f(1) timedwake c m").choices, 2U);
  EXPECT_EQ(r.step("f(1) timedwake c m").value, 0);
  EXPECT_EQ(r.step("f(2) timedwake c m").choices, 2U);
  EXPECT_EQ(r.step("f(2) timedwake c m").value, 1);
}

TEST(Barriers, ArriveAndPass) {
  Ran r(R"(barrier b = 2 atomic serial
    thread f { for k in 0..2 { if barrierwait b { serial += 1 } } }
    thread main { create f; for k in 0..2 { if barrierwait b { serial += 1 } } }
  )",
        plan_of({0, 0, 0, 1, 1}));
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.step("main arrive b").op.effect, Effect::Blind);
  EXPECT_EQ(r.step("main open b").enabler, StepIndex{std::size_t{4}});
  EXPECT_EQ(r.step("main open b").choices, 2U);
  EXPECT_EQ(r.step("main open b").value, 1);
  EXPECT_EQ(r.step("f pass b").enabler, StepIndex{std::size_t{5}});
  EXPECT_EQ(r.step("f pass b").value, 0);
  EXPECT_NE(r.machine.final_state().find("serial: 2\n"), std::string::npos);
}

TEST(Barriers, WithMoreUsersThanPlacesAreOrdered) {
  Ran r(R"(barrier b = 2 thread f { a = barrierwait b } thread g { barrierwait b }
    thread main { create f; create g; a = barrierwait b }
  )",
        plan_of({0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(r.run.end, End::Deadlock);
  EXPECT_EQ(r.step("main arrive b").op.effect, Effect::Full);
  EXPECT_EQ(r.step("main pass b").enabler, StepIndex{std::size_t{5}});
  EXPECT_EQ(r.step("main pass b").value, 0);
  EXPECT_EQ(r.step("f pass b").enabler, StepIndex{std::size_t{5}});
  EXPECT_EQ(r.step("f pass b").value, 1);
}

// Users are counted where they can be.
TEST(Barriers, KnowTheirUsers) {
  const auto is_blind = [](const std::string& main) {
    Ran r(
        "barrier b = 3 data n = 2 thread f { barrierwait b } thread g { create f } "
        "thread h { if n > 2 { create h } barrierwait b } thread main { " +
        main + " }");
    return r.step("f arrive b").op.effect == Effect::Blind;
  };
  EXPECT_TRUE(is_blind("for i in 0..3 { create f }"));
  EXPECT_FALSE(is_blind("for i in 0..4 { create f }"));
  EXPECT_TRUE(is_blind("create g; create f; create g"));
  EXPECT_FALSE(is_blind("create f; for i in 0..2 { create g } create f"));
  EXPECT_FALSE(is_blind("create f; barrierwait b; for i in 0..2 { create f }"));
  EXPECT_FALSE(is_blind("for i in 0..n { create f }"));
  EXPECT_FALSE(is_blind("for i in 0..2 { create f; i = i + 0 }"));
  EXPECT_FALSE(is_blind("i = 1; while i { create f; i = 0 }"));
  EXPECT_FALSE(is_blind("create f; create h"));  // it creates itself
}

TEST(Semaphores, WaitTryWaitPostValue) {
  Ran r(R"(sem s = 1
    thread main {
      assert semvalue s == 1
      semwait s
      assert semtrywait s == 0
      sempost s; sempost s
      assert semtrywait s == 1 && semvalue s == 1
    })");
  EXPECT_EQ(r.run.end, End::Completed);
  const auto& s = r.run.steps;
  expect_gates(s[1], true, true);    // semvalue
  expect_gates(s[2], true, false);   // semwait
  expect_gates(s[3], false, false);  // semtrywait
  expect_gates(s[4], false, true);   // sempost
  expect_gates(s[5], true, true);    // sempost
  expect_gates(s[6], true, true);    // semtrywait
}

TEST(Semaphores, WaitIsDisabledAtZero) {
  Ran r("sem s thread f { semwait s } thread main { create f }");
  EXPECT_EQ(r.run.end, End::Deadlock);
  EXPECT_EQ(r.run.pending.at(0).op.kind, OpKind::SemWait);
}

TEST(Once, OneInitialiserOthersWait) {
  const char* text = R"(once o data n
    thread f { once o { n += 1; yield } assert n == 1 }
    thread main { create f; create f })";
  Plan plan = plan_of({0, 0, 0, 1, 1, 2});
  plan.bounds.steps = 6;
  Ran in_between(text, plan);
  EXPECT_FALSE(in_between.run.pending.at(2).is_enabled);
  plan.bounds.steps = kUnbounded;
  Ran r(text, plan);
  EXPECT_EQ(r.run.end, End::Completed);
  expect_gates(r.step("f once o"), true, false);
  EXPECT_EQ(r.step("f once o").value, 1);
  expect_gates(r.step("f oncedone o"), false, true);
  expect_gates(r.step("f#2 once o"), true, true);
  EXPECT_EQ(r.step("f#2 once o").value, 0);
}

TEST(Memory, AtomicAndPlain) {
  Ran r(
      "atomic x = 3 plain p = 4 data d = 5 "
      "thread main { r = x; x = r + d; p = p + 1; fetch_add(x, 2); fence; yield }");
  EXPECT_EQ(lines(r.machine, r.run),
            (Lines{"main start main", "main load x", "main store x", "main read p", "main write p",
                   "main rmw x", "main fence", "main yield", "main exit main"}));
  EXPECT_EQ(r.run.steps[1].value, 3);
  EXPECT_EQ(r.run.steps[2].value, 8);
  EXPECT_EQ(r.run.steps[3].value, 4);
  EXPECT_EQ(r.run.steps[4].value, 5);
  EXPECT_EQ(r.run.steps[5].value, 8);
}

TEST(Futexes, WaitComparesAndSleeps) {
  const char* text = R"(atomic x = 0
    thread f { r = futexwait(x, 0); assert r == 1 }
    thread main { create f; x = 1; n = futexwake(x, 1); assert n == 1 })";
  Ran r(text, plan_of({0, 0, 1, 1}));
  EXPECT_EQ(r.run.end, End::Completed);
  const Step resume = r.step("f futexresume x");
  EXPECT_EQ(r.run.steps[resume.enabler.index()].op.kind, OpKind::FutexWake);
  // Changed before: it does not sleep.
  Ran late(text, plan_of({0, 0, 0, 1, 1}));
  EXPECT_EQ(late.run.steps[4].value, 0);
  EXPECT_EQ(late.run.end, End::Violation);  // both assertions assume the sleep
  EXPECT_EQ(late.run.violations.size(), 2U);
}

TEST(Futexes, WakeChoosesASet) {
  const char* text = R"(atomic x = 0
    thread f(i) { futexwait(x, 0) }
    thread main { for i in 0..4 { create f(i) } yield; n = futexwake(x, 2); assert n == 2;
      futexwake(x, 9) })";
  Plan plan = plan_of({0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0});
  std::vector<std::string> sets;
  for (std::uint32_t choice = 0; choice < 6; ++choice) {
    plan.prefix.back().choice = choice;
    plan.bounds.steps = 15;
    Ran r(text, plan);
    ASSERT_EQ(r.run.steps.back().choices, 6U);  // 4 over 2
    std::string set;
    for (const Pending& p : r.run.pending) {
      if (p.op.kind == OpKind::FutexResume && p.is_enabled) set += std::to_string(p.agent.value);
    }
    sets.push_back(set);
  }
  EXPECT_EQ(sets, (Lines{"12", "13", "14", "23", "24", "34"}));
  plan.bounds.steps = kUnbounded;
  EXPECT_EQ(Ran(text, plan).run.end, End::Completed);
}

TEST(Futexes, TimedWait) {
  const char* text = R"(atomic x = 0
    thread f { r = futextimedwait(x, 0); s = r }
    thread main { create f; yield; n = futexwake(x, 1) })";
  Ran timeout(text, plan_of({0, 0, 1, 1, 1}));
  EXPECT_EQ(timeout.step("f futextimedresume x").value, -1);
  EXPECT_EQ(timeout.step("main futexwake x").value, 0);
  Ran woken(text, plan_of({0, 0, 1, 1, 0, 0}));
  EXPECT_EQ(woken.step("f futextimedresume x").value, 1);
}

TEST(Messages, OneAtATimeInAnyOrder) {
  const char* text = R"(handler h atomic x
    message g(i) { x = i; assert x == i }
    thread main { post h g(1); post h g(2) })";
  for (const std::uint32_t first : {1U, 2U}) {
    Ran r(text, plan_of({0, 0, 0, first}));
    EXPECT_EQ(r.run.end, End::Completed);
    const std::string g = "g(" + std::to_string(first) + ")";
    const Step begin = r.step(g + " begin h " + g);
    EXPECT_EQ(begin.enabler, StepIndex{std::size_t{first}});
    expect_gates(begin, true, false);
    expect_gates(r.step(g + " end h " + g), false, true);
    EXPECT_EQ(lines(r.machine, r.run)[1], "main post g(1) mailbox of h");
    // The other one waits meanwhile.
    Plan plan = plan_of({0, 0, 0, first});
    plan.bounds.steps = 4;
    Ran begun(text, plan);
    EXPECT_FALSE(begun.run.pending.at(3 - first).is_enabled);
  }
}

TEST(Messages, FifoKeepsTheOrder) {
  const char* text = R"(handler h[2] fifo
    message g(i) { yield }
    thread main { post h[1] g(1); post h[1] g(2); post h[0] g(3) })";
  Plan plan = plan_of({0, 0, 0, 0});
  plan.bounds.steps = 4;
  Ran r(text, plan);
  EXPECT_TRUE(r.run.pending.at(1).is_enabled);
  EXPECT_FALSE(r.run.pending.at(2).is_enabled);
  EXPECT_TRUE(r.run.pending.at(3).is_enabled);
  EXPECT_EQ(lines(r.machine, r.run)[1], "main postfifo g(1) mailbox of h[1]");
  plan.bounds.steps = kUnbounded;
  Ran whole(text, plan);
  EXPECT_EQ(whole.run.end, End::Completed);
  const Step end = whole.step("g(1) end turn 1 of h[1] g(1)");
  expect_gates(end, false, true);
  expect_gates(whole.step("g(1) begin turn 0 of h[1] g(1)"), true, false);
  expect_gates(whole.step("g(2) begin turn 1 of h[1] g(2)"), true, false);
}

TEST(Messages, MayPostAndLockAndAreRunBeforeTheEnd) {
  Ran r(R"(handler h mutex m data n
    message g(i) { critical m { n += 1 } if i > 0 { post h g(i - 1) } }
    thread main { post h g(3) })");
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_NE(r.machine.final_state().find("n: 4\n"), std::string::npos);
}

TEST(Others, LibraryCallsAndChoices) {
  Ran r(
      "library rand thread main { a = call rand; b = call rand; assert a == 0 && b == 1 "
      "c = choose 3; assert c == 0 }");
  EXPECT_EQ(r.run.end, End::Completed);
  EXPECT_EQ(r.step("main choose").choices, 3U);
  EXPECT_EQ(r.step("main library rand").value, 0);
  const Outcomes all =
      outcomes(program("atomic x thread main { x = choose (2 + 1); assert x != 2 }"));
  EXPECT_EQ(all.messages, (Lines{"t.skein:1: assertion failed: x != 2 (x = 2)"}));
  EXPECT_TRUE(all.has(End::Completed));
}

}  // namespace
}  // namespace skein::test
