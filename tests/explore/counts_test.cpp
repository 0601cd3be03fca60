// SPDX-License-Identifier: Apache-2.0
// How many classes of runs small programs have, by hand; every reducing explorer must find as
// many. The derivation is next to each number.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

std::uint64_t factorial(std::uint64_t n) { return n < 2 ? 1 : n * factorial(n - 1); }
std::uint64_t power(std::uint64_t b, std::uint64_t n) { return n == 0 ? 1 : b * power(b, n - 1); }
std::uint64_t binomial(std::uint64_t n, std::uint64_t k) {
  return factorial(n) / factorial(k) / factorial(n - k);
}

class Counts : public testing::TestWithParam<NamedExplorer> {
 protected:
  // Explores to the end; an optimal explorer must keep its promise.
  static Outcome outcome(const std::string& text, const ModelParams& params = {}) {
    ModelMachine machine(parse_model(text, "test.skein", params));
    const std::unique_ptr<Explorer> explorer = GetParam().make();
    Outcome found = explore_all(*explorer, machine, 1'000'000);
    EXPECT_TRUE(found.is_exhausted);
    if (GetParam().is_optimal) {
      EXPECT_EQ(found.repeated, "");
      EXPECT_EQ(found.redundant, 0U);
      EXPECT_EQ(found.runs, found.classes.size());
    }
    return found;
  }

  static std::uint64_t classes(const std::string& text, const ModelParams& params = {}) {
    return outcome(text, params).classes.size();
  }
};

// n stores to one variable: every order is a class of its own.
TEST_P(Counts, WritersAreOrdered) {
  for (long n = 1; n <= 5; ++n) {
    EXPECT_EQ(classes("param N = 1 atomic x = 0 thread w { x = 1 }"
                      "thread main { for i in 0..N { create w() } }",
                      {{"N", n}}),
              factorial(static_cast<std::uint64_t>(n)));
  }
}

// Every reader sees the write or does not, whatever the others do: 2^n. With two writes, ordered in
// 2 ways, each reader has 3 places: 2 * 3^n.
TEST_P(Counts, ReadersAreNotOrdered) {
  for (long n = 1; n <= 4; ++n) {
    const auto count = static_cast<std::uint64_t>(n);
    const std::string readers = "param N = 1 atomic x = 0 thread r { a = x } thread w { x = 1 }";
    EXPECT_EQ(
        classes(readers + "thread main { create w() for i in 0..N { create r() } }", {{"N", n}}),
        power(2, count));
    EXPECT_EQ(
        classes(readers + "thread main { create w() create w() for i in 0..N { create r() } }",
                {{"N", n}}),
        2 * power(3, count));
  }
}

// n pairs of threads, each pair with its own mutex: each pair has 2 orders.
TEST_P(Counts, PairsAreIndependent) {
  for (long n = 1; n <= 5; ++n) {
    EXPECT_EQ(classes("param N = 1 mutex m[N] thread t(i) { critical m[i] { } }"
                      "thread main { for i in 0..2*N { create t(i / 2) } }",
                      {{"N", n}}),
              power(2, static_cast<std::uint64_t>(n)));
  }
}

// Two agents with n critical sections each on one mutex: the ways to merge two sequences of n.
TEST_P(Counts, ColumnsMerge) {
  for (long n = 1; n <= 5; ++n) {
    const auto count = static_cast<std::uint64_t>(n);
    EXPECT_EQ(classes("param N = 1 mutex m thread t { for i in 0..N { critical m { } } }"
                      "thread main { create t() for i in 0..N { critical m { } } }",
                      {{"N", n}}),
              binomial(2 * count, count));
  }
}

// Two conflicts, on x and on y, 4 orders; but that both loads come first is a cycle: 3.
TEST_P(Counts, StoreBuffering) {
  EXPECT_EQ(classes("atomic x = 0, y = 0 thread t { x = 1 a = y } "
                    "thread main { create t() y = 1 a = x }"),
            3U);
}

// Nothing shared: the product of the choices.
TEST_P(Counts, ChoicesMultiply) {
  EXPECT_EQ(
      classes("thread t { a = choose 3 b = choose 2 } thread main { create t() a = choose 3 }"),
      18U);
}

// A choice decides whether there is a conflict: 2 (t stores or not) * 1, and where t stores 2
// orders: 1 + 2.
TEST_P(Counts, ChoiceOpensConflict) {
  EXPECT_EQ(classes("atomic x = 0 thread t { if choose 2 == 1 { x = 1 } }"
                    "thread main { create t() x = 2 }"),
            3U);
}

// Either thread goes first in both, or each has one lock and waits for the other.
TEST_P(Counts, OppositeLocks) {
  const Outcome found = outcome(
      "mutex a, b thread t { lock a lock b unlock b unlock a }"
      "thread main { create t() lock b lock a unlock a unlock b }");
  EXPECT_EQ(found.classes.size(), 3U);
  EXPECT_TRUE(found.has_deadlock);
}

// A try-lock of main's comes before, within or after the critical section of t: 3. Within, it
// fails.
TEST_P(Counts, TryLockFails) {
  EXPECT_EQ(classes("mutex m thread t { lock m unlock m }"
                    "thread main { create t() if trylock(m) { unlock m } }"),
            3U);
}

// Readers that release: each is before or after the writer, 2^n. Readers that never release: the
// writer comes before all of them, or never: 2. (There no single reader keeps it out.)
TEST_P(Counts, WriterAmongReaders) {
  const std::string text =
      "param N = 1 rwlock w thread w1 { wrlock w wrunlock w }"
      "thread main { create w1() for i in 0..N { create r() } } thread r { rdlock w ";
  for (long n = 1; n <= 4; ++n) {
    EXPECT_EQ(classes(text + "rdunlock w }", {{"N", n}}), power(2, static_cast<std::uint64_t>(n)));
    EXPECT_EQ(classes(text + "}", {{"N", n}}), 2U);
  }
}

// n waiters wait in n! orders (lock and wait are one block: no other can have the mutex). After
// i of them have waited comes the signal. i = 0: it is lost, 1 class. Else it wakes one of i, and
// that one gets the mutex back before one of the n - i later ones waits or after all: n - i + 1
// places. n = 2: 2! (1 + 1*2 + 2*1) = 10; n = 3: 3! (1 + 1*3 + 2*2 + 3*1) = 66.
TEST_P(Counts, SignalChoosesAWaiter) {
  for (long n = 1; n <= 3; ++n) {
    std::uint64_t places = 1;
    const auto count = static_cast<std::uint64_t>(n);
    for (std::uint64_t i = 1; i <= count; ++i) places += i * (count - i + 1);
    const Outcome found = outcome(
        "param N = 1 mutex m cond c thread s { signal c } thread w { lock m wait c m unlock m }"
        "thread main { create s() for i in 0..N { create w() } }",
        {{"N", n}});
    EXPECT_EQ(found.classes.size(), factorial(count) * places);
    EXPECT_TRUE(found.has_deadlock);
  }
}

// A timed wait without a signal: wait, then time out; nothing to order. With a signal: before
// the wait (lost), between wait and wake (signalled, or too late), after the timeout: 4.
TEST_P(Counts, TimedWait) {
  const std::string text = "mutex m cond c thread s { signal c } thread main { ";
  EXPECT_EQ(classes(text + "lock m a = timedwait(c, m) unlock m }"), 1U);
  EXPECT_EQ(classes(text + "create s() lock m a = timedwait(c, m) unlock m }"), 4U);
}

// n arrive at a barrier for n, round after round; their order is not observable: 1. If they look
// at the result, one of n has it: n in each round.
TEST_P(Counts, BarrierArrivalsAreBlind) {
  EXPECT_EQ(classes("barrier b = 4 thread t { for i in 0..3 { barrierwait b } }"
                    "thread main { for i in 0..4 { create t() } }"),
            1U);
  EXPECT_EQ(classes("barrier b = 3 thread t { a = barrierwait b a = barrierwait b }"
                    "thread main { for i in 0..3 { create t() } }"),
            9U);
}

// With more users than places the order decides who belongs to a round. The third of three arrives
// before or after each of the others has passed: 3! * 4.
TEST_P(Counts, CrowdedBarriersOrderArrivals) {
  const Outcome found = outcome(
      "barrier b = 2 thread t { barrierwait b } thread main { for i in 0..3 { create t() } }");
  EXPECT_EQ(found.classes.size(), factorial(3) * 4);
  EXPECT_TRUE(found.has_deadlock);
}

// n posts, and a wait for all of them at the end: 1. A wait at any time comes after some of them,
// at least one: 2^n - 1.
TEST_P(Counts, PostsAreBlind) {
  EXPECT_EQ(classes("sem s thread p { sempost s } thread main {"
                    "local h[3] for i in 0..3 { h[i] = create p() } for i in 0..3 { join h[i] }"
                    "for i in 0..3 { semwait s } }"),
            1U);
  EXPECT_EQ(classes("sem s thread p { sempost s } thread main { for i in 0..3 { create p() }"
                    "semwait s }"),
            7U);
}

// n additions without results, and a load at the end: 1. A load at any time comes after some of
// them: 2^n.
TEST_P(Counts, AdditionsWithoutResultsAreBlind) {
  EXPECT_EQ(classes("atomic x thread p { fetch_add(x, 1) } thread main {"
                    "local h[4] for i in 0..4 { h[i] = create p() } for i in 0..4 { join h[i] }"
                    "assert x == 4 }"),
            1U);
  EXPECT_EQ(classes("atomic x thread p { fetch_add(x, 1) } thread main { for i in 0..4 {"
                    "create p() } r = x }"),
            16U);
}

// n additions of 1, and a compare-and-exchange from k, which comes after some of them: 2^n. It has
// an effect after k of them, and the explorers must know this before they run it.
TEST_P(Counts, ComparisonsSeeTheSumOfAdditions) {
  const auto count = [&](int k) {
    return classes("atomic x thread p { fetch_add(x, 1) } thread c { r = cas(x, " +
                   std::to_string(k) +
                   ", 9) } thread main { for i in 0..3 { create p() } create c() }");
  };
  for (int k = 0; k <= 4; ++k) EXPECT_EQ(count(k), 8U);
}

// A semaphore of 1 as a lock: n! orders. One post for two waiters: one of 2 gets it, the other
// waits for ever.
TEST_P(Counts, Semaphores) {
  EXPECT_EQ(classes("sem s = 1 thread t { semwait s sempost s }"
                    "thread main { create t() create t() create t() }"),
            factorial(3));
  const Outcome found = outcome(
      "sem s thread t { semwait s } "
      "thread main { create t() create t() sempost s }");
  EXPECT_EQ(found.classes.size(), 2U);
  EXPECT_TRUE(found.has_deadlock);
}

// The first to come initialises, and the others find it done, in whatever order: n.
TEST_P(Counts, OnceOrdersItsCallers) {
  EXPECT_EQ(
      classes("once o thread t { once o { } } thread main { create t() create t() create t() }"),
      3U);
}

// A sleeper and a waker: wake before the wait (lost), or after it: 2. With a store, 3! orders of
// wait, store and wake, which all write; where the store comes last, after wait and wake, the
// sleeper's resume (a read) comes before or after it: 6 + 1.
TEST_P(Counts, Futex) {
  EXPECT_EQ(classes("atomic x = 0 thread t { a = futexwait(x, 0) }"
                    "thread main { create t() a = futexwake(x, 1) }"),
            2U);
  EXPECT_EQ(classes("atomic x = 0 thread t { a = futexwait(x, 0) } thread s { x = 1 }"
                    "thread main { create t() create s() a = futexwake(x, 1) }"),
            7U);
}

// Messages of a handler run one after the other, in every order: n!, from whichever agents. A fifo
// handler runs them in the order of the posts: one poster, 1; n posters, n!.
TEST_P(Counts, MessagesAreOrdered) {
  for (const char* kind : {"", " fifo"}) {
    const bool is_fifo = *kind != '\0';
    const std::string text = "handler h" + std::string(kind) + " message m { } ";
    EXPECT_EQ(
        classes(text + "thread t { post h m() } thread main { create t() create t() create t() }"),
        factorial(3));
    EXPECT_EQ(classes(text + "thread main { post h m() post h m() post h m() }"),
              is_fifo ? 1U : factorial(3));
  }
}

// An agent that violates an assertion halts, the others go on: the 2 orders of the stores, and
// in each the assertion sees one of them.
TEST_P(Counts, ViolationHidesNothing) {
  const Outcome found = outcome(
      "atomic x = 0 thread t { x = 1 } thread u { x = 2 }"
      "thread main { k = create t() create u() join k assert x == 1 }");
  // u's store: before t's store, between it and main's load, or after the load.
  EXPECT_EQ(found.classes.size(), 3U);
  EXPECT_EQ(found.violations.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Explorers, Counts, testing::ValuesIn(reducing_explorers()),
                         [](const auto& tested) {
                           std::string name = tested.param.name;
                           for (char& c : name) {
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace skein::test
