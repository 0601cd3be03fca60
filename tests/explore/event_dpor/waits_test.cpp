// SPDX-License-Identifier: Apache-2.0
// Programs whose classes event-driven exploration loses most easily, one for each reason: every
// class that exhaustive search finds, and the deadlock, if there is one.
//
// A message that never ends keeps the others of its handler from beginning. Such a run is, as a set
// of events, part of the run in which the others came first: see event_waits.hpp. The last
// programs are those in which earlier versions of the explorer, or the published prototype
// (docs/explorer-event.md), lost a class.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "explore/event_dpor/event_dpor.hpp"
#include "explore/oracle/classes.hpp"
#include "explore/oracle/exhaustive.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"

namespace skein::test::waits {
namespace {

struct Case {
  std::string name;
  std::string text;
  std::uint64_t classes = 0;  // by hand
  bool deadlocks = false;
  std::uint64_t restarts = 0;  // handlers that have to be taken as locks, one after the other
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class EventWaits : public testing::TestWithParam<Case> {};

TEST_P(EventWaits, EveryClass) {
  const Case& c = GetParam();
  ModelMachine machine(parse_model(c.text, c.name + ".skein"));
  ClassSet all(Equivalence::Event);
  Exhaustive exhaustive({}, false);
  while (const Plan* plan = exhaustive.next()) {
    const skein::Run& run = machine.run(*plan);
    all.insert(run);
    exhaustive.observe(run);
  }
  EXPECT_EQ(all.size(), c.classes);

  EventDpor event;
  ClassSet found(Equivalence::Event);
  bool deadlocks = false;
  while (const Plan* plan = event.next()) {
    const skein::Run& run = machine.run(*plan);
    deadlocks = deadlocks || run.end == End::Deadlock;
    const bool is_new = found.insert(run);
    EXPECT_TRUE(is_new || event.counts().restarts > 0) << "a class was explored twice";
    event.observe(run);
  }
  EXPECT_TRUE(found == all) << found.size() << " classes";
  EXPECT_EQ(deadlocks, c.deadlocks);
  EXPECT_EQ(event.counts().restarts, c.restarts);
}

INSTANTIATE_TEST_SUITE_P(
    Program, EventWaits,
    testing::Values(
        // m0 halts: before m1, which then never comes, or after it.
        Case{"Halts",
             "atomic x = 0\natomic y = 0\nhandler h\n"
             "message m0 { assume x == 1 }\nmessage m1 { y = 1 }\n"
             "thread main { post h m0; post h m1 }\n",
             2, false, 1},
        // m0 waits for m1: if it comes first, for ever.
        Case{"WaitsForSemaphore",
             "sem s\nhandler h\n"
             "message m0 { semwait s }\nmessage m1 { sempost s }\n"
             "thread main { post h m0; post h m1 }\n",
             2, true, 1},
        // Each waits for one that comes later on the other handler. No handler alone is stuck. Of
        // the four ways to begin, only the one in which both that wait come first is another class.
        Case{"WaitAcrossHandlers",
             "sem s\nsem t\nhandler h\nhandler k\n"
             "message m0 { semwait s }\nmessage m1 { sempost t }\n"
             "message m2 { semwait t }\nmessage m3 { sempost s }\n"
             "thread main { post h m0; post h m1; post k m2; post k m3 }\n",
             2, true, 1},
        // m0 waits, or does not, as it reads x: the first run may not show that it waits. Classes:
        // it does not (m1 before or after it: the same), it does after m1, and before, for ever.
        Case{"WaitsAfterTheWrite",
             "sem s\natomic x = 0\nhandler h\n"
             "message m0 { if x == 1 { semwait s } }\nmessage m1 { sempost s }\n"
             "thread t { x = 1 }\n"
             "thread main { post h m1; post h m0; create t }\n",
             3, true, 1},
        Case{"WaitsBeforeTheWrite",
             "sem s\natomic x = 0\nhandler h\n"
             "message m0 { if x == 0 { semwait s } }\nmessage m1 { sempost s }\n"
             "thread t { x = 1 }\n"
             "thread main { post h m1; post h m0; create t }\n",
             3, true, 1},
        // m0 waits for a lock that t holds while it waits for m1. Classes: t's critical section
        // before m0's (with m1 early or late: the same), after it, and the deadlock.
        Case{"WaitsForLockOfWaiter",
             "sem s\nmutex l\nhandler h\n"
             "message m0 { critical l { } }\nmessage m1 { sempost s }\n"
             "thread t { critical l { semwait s } }\n"
             "thread main { create t; post h m0; post h m1 }\n",
             3, true, 1},
        // Locks alone are harmless: two orders, and the handler is not a lock.
        Case{"TakesLock",
             "mutex l\nhandler h\n"
             "message m0 { critical l { } }\nmessage m1 { }\n"
             "thread t { critical l { } }\n"
             "thread main { create t; post h m0; post h m1 }\n",
             2, false, 0},
        // The paper's way to tell what is redundant, as we first had it, found 5 of these 6.
        Case{"Branches",
             "atomic x[3] = 0\nhandler h0\nhandler h1\n"
             "message m0 { x[2] = 1 }\n"
             "message m1 { if x[2] == 0 { x[1] = 2 } }\n"
             "message m2 { if x[1] == 0 { post h0 m4 } r = x[2] }\n"
             "message m4 { r = x[1] }\n"
             "thread main { post h0 m0; post h1 m1; post h1 m2 }\n",
             6, false, 0},
        // b before, between or after the two accesses of a. (The prototype: 2.)
        Case{"Between",
             "atomic x = 0\nhandler h0\nhandler h1\n"
             "message a { r = x; x = 1 }\nmessage b { x = 2 }\n"
             "thread main { post h0 a; post h1 b }\n",
             3, false, 0},
        // And c before or after b, and before or after a's write; of these 12 three have a cycle.
        // (5.)
        Case{"BetweenAndBeside",
             "atomic x = 0\nhandler h0\nhandler h1\n"
             "message a { r = x; x = 1 }\nmessage b { x = 2 }\nmessage c { r = x }\n"
             "thread main { post h0 a; post h1 b; post h1 c }\n",
             9, false, 0},
        // The write has three places among m0's reads and two around m1's. (5.)
        Case{"CompleteMessageFirst",
             "atomic x = 0\nhandler h0\nhandler h1\n"
             "message m0 { r = x; s = x }\nmessage m1 { r = x }\nmessage m2 { x = 1 }\n"
             "thread main { post h0 m0; post h0 m1; post h1 m2 }\n",
             6, false, 0},
        // The read has three places among m1's writes; m0 is before or after m1. (5.)
        Case{"WayThroughItself",
             "atomic x = 0\natomic y = 0\nhandler h0\nhandler h1\n"
             "message m0 { y = 1 }\nmessage m1 { x = 1; x = 2; y = 2 }\nmessage m2 { r = x }\n"
             "thread main { post h0 m0; post h0 m1; post h1 m2 }\n",
             6, false, 0},
        // Two orders of m0 and m1, three places of m2 among their writes of x, two of m3. (11.)
        Case{"Zigzag",
             "atomic x = 0\natomic y = 0\nhandler h0\nhandler h1\n"
             "message m0 { r = x; x = 1 }\nmessage m1 { y = 1; x = 2 }\n"
             "message m2 { r = x }\nmessage m3 { r = y }\n"
             "thread main { post h0 m0; post h0 m1; post h1 m2; post h1 m3 }\n",
             12, false, 0},
        // Two orders for each of three pairs of accesses. (7.)
        Case{"EndedInBetween",
             "atomic x = 0\natomic y = 0\nhandler h0\nhandler h1\n"
             "message m0 { r = y }\nmessage m1 { x = 1; r = y }\n"
             "message m2 { y = 1 }\nmessage m3 { x = 2 }\n"
             "thread main { post h0 m0; post h0 m1; post h1 m2; post h1 m3 }\n",
             8, false, 0}),
    [](const auto& c) { return c.param.name; });

}  // namespace
}  // namespace skein::test::waits
