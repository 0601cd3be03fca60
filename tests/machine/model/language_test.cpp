// SPDX-License-Identifier: Apache-2.0
// What the statements and expressions of the model language compute. Each program asserts it
// itself; it must run to its end under every schedule.
#include <gtest/gtest.h>

#include "model_runs.hpp"
#include "report/words/violation_text.hpp"

namespace skein::test {
namespace {

void expect_completes(std::string_view text) {
  ModelMachine machine(program(text));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Completed) << text;
  for (const Violation& v : run.violations) ADD_FAILURE() << violation_text(v);
  EXPECT_TRUE(run.pending.empty());
}

TEST(Expressions, Arithmetic) {
  expect_completes(R"(thread main {
    assert 1 + 2 * 3 == 7
    assert (1 + 2) * 3 == 9
    assert 7 / 2 == 3 && 7 % 2 == 1 && -7 / 2 == -3 && -7 % 2 == -1
    assert 10 - 3 - 2 == 5
    assert 2 < 3 && 3 <= 3 && !(3 < 3) && 4 > 3 && 4 >= 4 && 1 != 2
    assert 1 < 2 == 1
    assert !0 == 1 && !5 == 0 && - -5 == 5
    assert 0x1F == 31
    a = 7; b = 2
    assert a / b == 3 && a % b == 1 && a * b == 14 && a - b == 5 && -a == 0 - 7 && !a == 0
    assert a > b && a >= b && b < a && b <= a && a != b && (a == b) == 0
  })");
}

TEST(Expressions, WrapAround) {
  expect_completes(R"(
    param MAX = 9223372036854775807
    thread main {
      m = MAX
      assert m + 1 == -m - 1
      assert MAX + 1 < 0
      low = m + 1
      minus = -1
      assert low / minus == low && low % minus == 0
      assert m * 2 == -2
  })");
}

TEST(Expressions, ShortCircuit) {
  ModelMachine machine(program(R"(
    atomic x = 0, y = 5
    thread main {
      a = x && y
      b = x || y
      c = y && x + 1
      assert a == 0 && b == 1 && c == 1
    })"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Completed);
  EXPECT_EQ(lines(machine, run), (std::vector<std::string>{
                                     "main start main", "main load x", "main load x", "main load y",
                                     "main load y", "main load x", "main exit main"}));
}

TEST(Expressions, AssigningAnOperandOfAShortCircuit) {
  expect_completes(
      "thread main { r = 3; r = r && r == 3; assert r == 1; r = 0 || r + 1; assert r == 1 }");
}

TEST(Expressions, LeftToRightThenTheStore) {
  ModelMachine machine(program(R"(
    atomic i = 1, x = 2, y = 3, a[4] = 0
    thread main { a[i] = x * y + x }
  )"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(lines(machine, run), (std::vector<std::string>{
                                     "main start main", "main load i", "main load x", "main load y",
                                     "main load x", "main store a[1]", "main exit main"}));
  EXPECT_EQ(run.steps[5].value, 8);
}

TEST(Statements, CompoundAssignment) {
  expect_completes(R"(
    atomic x = 5, a[2] = 1; plain p = 2; data d[2] = {3, 4}
    thread main {
      local t[2]
      x += 2; a[1] -= 3; p *= 4; d[0] += d[1]; t[1] += 9; r = 1; r -= 5; r *= 2
      assert x == 7 && a[0] == 1 && a[1] == -2 && p == 8 && d[0] == 7 && t[1] == 9 && r == -8
    })");
}

TEST(Statements, CompoundAssignmentEvaluatesTheIndexOnce) {
  ModelMachine machine(program("atomic i = 1, a[2] thread main { a[i] += i }"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(lines(machine, run),
            (std::vector<std::string>{"main start main", "main load i", "main load a[1]",
                                      "main load i", "main store a[1]", "main exit main"}));
}

TEST(Statements, ControlFlow) {
  expect_completes(R"(
    data sum
    thread main {
      for i in 0..10 {
        if i == 3 { continue } else if i == 7 { break } else { sum += i }
      }
      assert sum == 0 + 1 + 2 + 4 + 5 + 6
      n = 0
      while n < 100 { n += 1; if n % 2 { continue }; if n > 10 { break } }
      assert n == 12
      for i in 5..5 { assert 0 }
      for i in 5..2 { assert 0 }
      i = 3
      for i in i..i + 2 { n += i }
      assert n == 12 + 3 + 4 && i == 5
      while 1 { return }
      assert 0
    })");
}

TEST(Statements, LeavingCriticalAndOnceBlocks) {
  expect_completes(R"(
    mutex m[2], n; once o; data k
    thread main {
      for i in 0..2 {
        j = i
        critical m[j] {
          j = 1 - j
          critical n { if i == 0 { continue }; break }
        }
      }
      once o { k = 1; critical n { k = 2 } }
      once o { k = 3 }
      assert k == 2
      critical m[0] { critical m[1] { critical n { } } }
      t = create f
      join t
      critical n { }
    }
    thread f { critical n { return }; assert 0 }
  )");
}

TEST(Statements, ParametersAndHandles) {
  expect_completes(R"(
    atomic got = 0
    data t[3]
    thread f(a, b) { got += a * 10 + b }
    thread main {
      for i in 0..3 { t[i] = create f(i, i + 1); join t[i] }
      assert got == 1 + 12 + 23
    })");
}

TEST(Statements, CommentsSemicolonsAndParentheses) {
  expect_completes(R"(
    // nothing
    mutex m;; cond c; # more
    thread main { ;; lock(m); signal(c); unlock (m); r = trylock(m); assert(r == 1);
      if (r) { unlock m } }
  )");
}

TEST(Statements, AtomicOperationsReturnTheValueBefore) {
  expect_completes(R"(
    atomic x = 10
    thread main {
      assert fetch_add(x, 5) == 10 && fetch_sub(x, 1) == 15 && exchange(x, 7) == 14
      assert cas(x, 8, 1) == 7 && x == 7
      assert cas(x, 7, 1) == 7 && x == 1
      fetch_add(x, 1)
      assert x == 2
    })");
}

TEST(Violations, AssertionShowsTheValues) {
  const auto message = [](std::string_view text) {
    ModelMachine machine(program(text));
    const auto& run = machine.run(Plan{});
    EXPECT_EQ(run.end, End::Violation);
    EXPECT_EQ(run.violations.size(), 1U);
    return run.violations.empty() ? "" : violation_text(run.violations[0]);
  };
  EXPECT_EQ(message("atomic x = 1\nthread main {\n assert x == 2 }"),
            "t.skein:3: assertion failed: x == 2 (x = 1)");
  EXPECT_EQ(message("atomic x = 1, a[2] = {5, 6} thread main { i = 1; assert x > a[i] }"),
            "t.skein:1: assertion failed: x > a[i] (x = 1, i = 1, a[i] = 6)");
  EXPECT_EQ(message("atomic x = 1, y = 2 thread main { assert x == 2 || y == 1 }"),
            "t.skein:1: assertion failed: x == 2 || y == 1 (x = 1, y = 2)");
  EXPECT_EQ(message("atomic x = 1, y = 2 thread main { assert x == 2 && y == 1 }"),
            "t.skein:1: assertion failed: x == 2 && y == 1 (x = 1)");
  EXPECT_EQ(message("thread main { assert 0 }"), "t.skein:1: assertion failed: 0");
}

TEST(Violations, Arithmetic) {
  const auto violation = [](std::string_view text) {
    ModelMachine machine(program(text));
    const auto& run = machine.run(Plan{});
    EXPECT_EQ(run.end, End::Violation);
    EXPECT_EQ(run.violations.at(0).kind(), ViolationKind::Arithmetic);
    return violation_text(run.violations.at(0));
  };
  EXPECT_EQ(violation("thread main { z = 0; r = 1 / z }"), "t.skein:1: division by zero");
  EXPECT_EQ(violation("thread main { z = 0; r = 1 % z }"), "t.skein:1: division by zero");
  EXPECT_EQ(violation("atomic a[3] thread main { i = 3; r = a[i] }"),
            "t.skein:1: index 3 out of range: a has 3 elements");
  EXPECT_EQ(violation("atomic a[3] thread main { r = a[-1] }"),
            "t.skein:1: index -1 out of range: a has 3 elements");
  EXPECT_EQ(violation("atomic z mutex m[2] data d[2] thread main { i = 2; lock m[i] }"),
            "t.skein:1: index 2 out of range: m has 2 elements");
  EXPECT_EQ(violation("atomic z mutex m[2] data d[2] thread main { i = 2; d[i] = 1 }"),
            "t.skein:1: index 2 out of range: d has 2 elements");
  EXPECT_EQ(violation("mutex m[2] cond c thread main { i = 2; wait c m[i] }"),
            "t.skein:1: index 2 out of range: m has 2 elements");
  EXPECT_EQ(violation("thread main { local t[2]; i = 2; t[i] = 1 }"),
            "t.skein:1: index 2 out of range: t has 2 elements");
  EXPECT_EQ(violation("handler h[2] message g {} thread main { i = 2; post h[i] g }"),
            "t.skein:1: index 2 out of range: h has 2 elements");
}

TEST(Violations, EndlessLocalLoopIsNoticed) {
  ModelMachine machine(program("thread main { while 1 { } }"));
  const auto& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Violation);
  EXPECT_EQ(violation_text(run.violations.at(0)),
            "t.skein:1: endless loop: a million instructions without a visible step");
}

TEST(Violations, EndlessVisibleLoopIsCut) {
  ModelMachine machine(program("atomic x thread main { while x == 0 { } }"));
  Plan plan;
  plan.bounds.steps = 100;
  EXPECT_EQ(machine.run(plan).end, End::Cut);
  EXPECT_EQ(machine.run(plan).steps.size(), 100U);
  ModelMachine bounded(program("atomic x thread main { while x == 0 { } }"), {.max_steps = 50});
  EXPECT_EQ(bounded.run(Plan{}).end, End::Cut);
  EXPECT_EQ(bounded.run(Plan{}).bound, BoundHit::Steps);
}

TEST(Violations, EndlessCreationIsAUserError) {
  ModelMachine machine(program("thread f { create f } thread main { create f }"));
  for (int i = 0; i < 2; ++i) {
    try {
      machine.run(Plan{});
      ADD_FAILURE();
    } catch (const UserError& e) {
      EXPECT_STREQ(e.what(), "t.skein:1:12: the program creates more than 4096 agents");
    }
  }
}

}  // namespace
}  // namespace skein::test
