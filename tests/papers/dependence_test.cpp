// SPDX-License-Identifier: Apache-2.0
// Traces of tiny programs, counted by hand: what the dependence table must mean.
//
// For each kind of operation a few programs of two or three agents whose number of traces follows
// from what the operations mean; the comment next to each says how. All explorers and the oracle
// take dependence from the same table, so a wrong cell would mislead them all alike: only counts
// that come from outside notice. tools/mutants breaks each cell in turn and expects a test to fail,
// most often one of these.
//
// The threads are created by main, which then ends. A trace is an order of the dependent steps;
// starts, exits and creations add none.
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "papers/exploring.hpp"

namespace skein::papers {
namespace {

struct Program {
  const char* name;
  std::uint64_t traces;
  std::string text;
  std::uint64_t classes = 0;  // with --reduce=outcome; 0: as many as traces

  friend void PrintTo(const Program& p, std::ostream* out) { *out << p.text; }
};

// main creates these threads, given as bodies.
std::string threads(const std::string& shared, const std::vector<std::string>& bodies) {
  std::string text = shared + "\n";
  std::string main = "thread main {";
  for (std::size_t i = 1; i <= bodies.size(); ++i) {
    const std::string name = "t" + std::to_string(i);
    text += "thread " + name + " { " + bodies[i - 1] + " }\n";
    main += " create " + name + "()";
  }
  return text + main + " }\n";
}

std::vector<Program> lives() {
  return {
      // A thread's steps come after its creation: no race.
      {"CreateComesFirst", 1, "atomic x thread a { x = 2 } thread main { x = 1 create a() }"},
      // A join comes after the exit: no race.
      {"JoinComesLast", 1,
       "atomic x thread a { x = 1 } thread main { h = create a() join h x = 2 }"},
      // Detaching does not depend on what the thread does.
      {"DetachAnyTime", 1, "thread a { } thread main { h = create a() detach h }"},
      {"TwoDetaches", 1,
       "thread a { } thread d(h) { detach h } "
       "thread main { h = create a() g = create a() create d(h) create d(g) }"},
      {"DetachTwice", 1,
       "thread a { } thread d(h) { detach h } thread main { h = create a() create d(h) create d(h) "
       "}"},
  };
}

std::vector<Program> mutexes() {
  const std::string lock_x1 = "lock m x = 1 unlock m";
  const std::string lock_x2 = "lock m x = 2 unlock m";
  const std::string try_x1 = "if trylock m { x = 1 unlock m }";
  const std::string try_x2 = "if trylock m { x = 2 unlock m }";
  return {
      // Who is first.
      {"Lock", 2, threads("mutex m atomic x", {lock_x1, lock_x2})},
      {"ThreeLocks", 6, threads("mutex m", {"critical m { }", "critical m { }", "critical m { }"})},
      // Either first; or one while the other holds the lock, without success: two ways.
      {"TryLock", 4, threads("mutex m atomic x", {try_x1, try_x2})},
      // The try before, within or after.
      {"LockAndTryLock", 3, threads("mutex m atomic x", {lock_x1, try_x2})},
      {"TryLockAndLock", 3, threads("mutex m atomic x", {try_x1, lock_x2})},
      // The same, but the first run has the try within: now it is the unlock that must come
      // earlier.
      {"UnlockBeforeTry", 3,
       threads("mutex m sem s, r", {"semwait s if trylock m { unlock m }",
                                    "lock m semwait r unlock m", "sempost s sempost r"})},
      // main keeps the lock: both tries fail, in two orders, or in any.
      {"TriesInVain", 2,
       "mutex m thread t { trylock m } thread main { lock m create t() create t() }", 1},
      // Different locks.
      {"TwoMutexes", 1, threads("mutex m, n", {"critical m { }", "critical n { }"})},
  };
}

std::vector<Program> rwlocks() {
  const std::string shared = "rwlock l atomic x";
  const std::string read = "rdlock l r = x rdunlock l";
  const std::string write = "wrlock l x = x + 1 wrunlock l";
  const std::string try_read = "if tryrdlock l { r = x rdunlock l }";
  const std::string try_write = "if trywrlock l { x = x + 1 wrunlock l }";
  return {
      {"Readers", 1, threads(shared, {read, read})},
      {"TryReaders", 1, threads(shared, {try_read, try_read})},
      {"Writers", 2, threads(shared, {write, write})},
      {"ReaderWriter", 2, threads(shared, {read, write})},
      {"WriterReader", 2, threads(shared, {write, read})},
      // Each reader before or after the writer.
      {"TwoReadersWriter", 4, threads(shared, {read, read, write})},
      {"WriterTwoReaders", 4, threads(shared, {write, read, read})},
      // Before, after; and the try that fails while the other holds it.
      {"ReaderTryWriter", 3, threads(shared, {read, try_write})},
      {"TryWriterReader", 3, threads(shared, {try_write, read})},
      {"WriterTryReader", 3, threads(shared, {write, try_read})},
      {"TryReaderWriter", 3, threads(shared, {try_read, write})},
      // Before, after, and either one within the other.
      {"TryReaderTryWriter", 4, threads(shared, {try_read, try_write})},
      {"TryWriters", 4, threads(shared, {try_write, try_write})},
      // All three after each other: 6. The try that fails within the reader or the writer, these in
      // two orders: 2 * 2.
      {"ReaderTryWriterWriter", 10, threads(shared, {read, try_write, write})},
      {"TryWriterReaderWriter", 10, threads(shared, {try_write, read, write})},
      {"WriterReaderTryWriter", 10, threads(shared, {write, read, try_write})},
      // The try before, within or after; the first run has it within.
      {"ReadUnlockBeforeTry", 3,
       threads("rwlock l sem s, r", {"semwait s if trywrlock l { wrunlock l }",
                                     "rdlock l semwait r rdunlock l", "sempost s sempost r"})},
      {"WriteUnlockBeforeTry", 3,
       threads("rwlock l sem s, r", {"semwait s if tryrdlock l { rdunlock l }",
                                     "wrlock l semwait r wrunlock l", "sempost s sempost r"})},
  };
}

std::vector<Program> conditions() {
  const std::string shared = "cond c mutex m, n data flag atomic x";
  const std::string wait_m = "lock m wait c m unlock m";
  const std::string wait_n = "lock n wait c n unlock n";
  const std::string timed_m = "lock m timedwait c m unlock m";
  const std::string timed_n = "lock n timedwait c n unlock n";
  return {
      // The flag is set before or after it is looked at.
      {"WaitForFlag", 2,
       threads(shared,
               {"lock m if flag == 0 { wait c m } unlock m", "lock m flag = 1 signal c unlock m"})},
      // The signal is lost, or it wakes; then x = 1 comes before x = 2.
      {"SignalComesFirst", 2, threads(shared, {wait_m + " x = 2", "x = 1 signal c"})},
      {"BroadcastComesFirst", 2, threads(shared, {wait_m + " x = 2", "x = 1 broadcast c"})},
      {"SignalComesFirstToo", 2, threads(shared, {"x = 1 signal c", wait_m + " x = 2"})},
      // 6 orders of the wait and the two signals; if both come after the wait, the waiter wakes up
      // before or after the second.
      // A signal without a waiter only looks: both before the wait, 1; one of them before it, 2;
      // both after it, where the second looks and the one that wakes up does not mind, 2.
      {"TwoSignals", 8, threads(shared, {wait_m, "signal c", "signal c"}), 5},
      {"TwoBroadcasts", 8, threads(shared, {wait_m, "broadcast c", "broadcast c"}), 5},
      {"SignalAndBroadcast", 8, threads(shared, {wait_m, "signal c", "broadcast c"}), 5},
      // Two sleep, in two orders: both wake up, independently: 2. Only one sleeps, and it wakes up
      // before or after the
      // other goes to sleep: 2 * 2. None: 2.
      {"TwoWaitersBroadcast", 8, threads(shared, {wait_m, wait_n, "broadcast c"})},
      // As before, but if two sleep, one of them is chosen: 2 * 2 + 2 * 2 + 2.
      {"TwoWaitersSignal", 10, threads(shared, {wait_m, wait_n, "signal c"})},
      // One mutex. Let the first thread wait first (the other case is the same). The broadcast
      // comes before both waits: 1. Between: it gets the mutex back before the second takes it or
      // after
      // the second waits: 2. After both: one or the other is first to have it back: 2.
      {"TwoWaitersOneMutex", 10, threads(shared, {wait_m, wait_m, "broadcast c"})},
      // Signal first: lost. Wait first: it returns before the signal, or after it, woken or timed
      // out.
      {"TimedWait", 4, threads(shared, {timed_m, "signal c"})},
      {"TimedWaitBroadcast", 4, threads(shared, {"broadcast c", timed_m})},
      // One waits after the other has returned (2 ways): none sleeps at 3 places for the signal,
      // at 2 one does, who is woken or has timed out: 7. They sleep at the same time (4 ways): 1,
      // 2,
      // 3, 2 and 1 choices at the five places (of two: one, the other, none): 9.
      {"TwoTimedWaitersSignal", 2 * 7 + 4 * 9, threads(shared, {timed_m, timed_n, "signal c"})},
      // Each of two may have timed out: 4.
      {"TwoTimedWaitersBroadcast", 2 * 7 + 4 * 10,
       threads(shared, {timed_m, timed_n, "broadcast c"})},
      // Each goes to sleep and times out; all orders of these.
      {"TwoTimedWaits", 6, threads(shared, {timed_m, timed_n})},
      {"TwoTimedWaitsOneMutex", 6, threads(shared, {timed_m, timed_m})},
      // The mutex is given back while asleep, and what it guards is ordered by it: before, within
      // or after.
      {"TimedWaitReleasesMutex", 3,
       threads(shared, {"lock m x = 1 timedwait c m x = 2 unlock m", "lock m x = 3 unlock m"})},
      {"LockAroundTimedWait", 3,
       threads(shared, {"lock m x = 3 unlock m", "lock m x = 1 timedwait c m x = 2 unlock m"})},
  };
}

std::vector<Program> barriers() {
  return {
      // Two orders of arrival, not observable; x = 1 comes before x = 2.
      {"Barrier", 2,
       threads("barrier b = 2 atomic x", {"x = 1 barrierwait b", "barrierwait b x = 2"}), 1},
      // Round 1: 2 orders of arrival. Who arrives first in round 2 (2) does so before or after the
      // other has passed round 1 (2).
      {"TwoRounds", 8,
       threads("barrier b = 2", {"barrierwait b barrierwait b", "barrierwait b barrierwait b"}), 1},
      {"BarrierOfThree", 6,
       threads("barrier b = 3", {"barrierwait b", "barrierwait b", "barrierwait b"}), 1},
      // What comes after the barrier is not ordered by it.
      {"AfterTheBarrier", 4,
       threads("barrier b = 2 atomic x", {"barrierwait b x = 1", "barrierwait b x = 2"}), 2},
      // One of the two gets the result 1: a choice.
      {"BarrierResult", 2, threads("barrier b = 2", {"r = barrierwait b", "r = barrierwait b"}), 2},
      // The one that looks gets it or does not.
      {"OneLooks", 6,
       threads("barrier b = 3", {"barrierwait b", "r = barrierwait b", "barrierwait b"}), 2},
      // One agent never arrives.
      {"BarrierInVain", 2, threads("barrier b = 3", {"barrierwait b", "barrierwait b"}), 1},
      // Who comes third (3! orders of arrival) waits for ever. He arrives before or after each of
      // the two has passed (4).
      {"CrowdedBarrier", 24,
       threads("barrier b = 2", {"barrierwait b", "barrierwait b", "barrierwait b"})},
  };
}

std::vector<Program> semaphores() {
  const std::string one = "sem s = 1 atomic x";
  const std::string none = "sem s atomic x";
  return {
      {"SemAsLock", 2, threads(one, {"semwait s x = 1 sempost s", "semwait s x = 2 sempost s"})},
      // The wait comes after the post.
      {"SemComesFirst", 1, threads(none, {"semwait s x = 2", "x = 1 sempost s"})},
      // The order is not observable.
      {"Posts", 2, threads(none, {"sempost s", "sempost s"}), 1},
      // After one post, the other, or both (in 2 orders).
      {"PostsWait", 4, threads(none, {"sempost s", "sempost s", "semwait s"}), 3},
      {"WaitPosts", 4, threads(none, {"semwait s", "sempost s", "sempost s"}), 3},
      // The same, or after none.
      {"PostsTryWait", 6, threads(none, {"sempost s", "sempost s", "semtrywait s"}), 4},
      {"PostsValue", 6, threads(none, {"sempost s", "sempost s", "semvalue s"}), 4},
      {"PostTryWait", 2, threads(none, {"sempost s", "semtrywait s"})},
      {"TryWaitPost", 2, threads(none, {"semtrywait s", "sempost s"})},
      {"TryWaits", 2, threads(one, {"semtrywait s", "semtrywait s"})},
      {"TryWaitsInVain", 2, threads(none, {"semtrywait s", "semtrywait s"}), 1},
      // One takes it, the other gets nothing or waits for ever.
      {"WaitTryWait", 2, threads(one, {"semwait s", "semtrywait s"})},
      {"TryWaitWait", 2, threads(one, {"semtrywait s", "semwait s"})},
      {"Values", 1, threads(one, {"semvalue s", "semvalue s"})},
      {"ValuePost", 2, threads(none, {"semvalue s", "sempost s"})},
      {"PostValue", 2, threads(none, {"sempost s", "semvalue s"})},
      {"WaitValue", 2, threads(one, {"semwait s", "semvalue s"})},
  };
}

std::vector<Program> onces_and_libraries() {
  return {
      // Who initialises; x = 3 comes after the initialisation.
      {"Once", 2, threads("once o atomic x", {"once o { x = 1 }", "once o { x = 2 } x = 3"})},
      {"OnceToo", 2, threads("once o atomic x", {"once o { x = 2 } x = 3", "once o { x = 1 }"})},
      // One of three initialises; the others only look.
      {"ThreeOnces", 6, threads("once o", {"once o { }", "once o { }", "once o { }"}), 3},
      {"Calls", 2, threads("library l", {"call l", "call l"})},
      {"CallsOfTwo", 1, threads("library l, k", {"call l", "call k"})},
  };
}

std::vector<Program> memory() {
  std::vector<Program> programs = {
      {"Updates", 2, threads("atomic x", {"r = fetch_add(x, 1)", "r = fetch_add(x, 1)"})},
      // Without results the order of additions is not observable.
      {"Additions", 2, threads("atomic x", {"fetch_add(x, 1)", "fetch_sub(x, 2)"}), 1},
      {"AdditionUpdate", 2, threads("atomic x", {"fetch_add(x, 1)", "r = fetch_add(x, 1)"})},
      {"AdditionStore", 2, threads("atomic x", {"fetch_add(x, 1)", "x = 1"})},
      {"AdditionExchange", 2, threads("atomic x", {"fetch_add(x, 1)", "exchange(x, 1)"})},
      // A load, or a comparison, comes after some of them: 2^2.
      {"AdditionsLoad", 6, threads("atomic x", {"fetch_add(x, 1)", "fetch_add(x, 1)", "r = x"}), 4},
      {"AdditionsSwap", 6,
       threads("atomic x", {"fetch_add(x, 1)", "fetch_add(x, 2)", "cas(x, 2, 9)"}), 4},
      // It succeeds after both; the first run has it first.
      {"SwapAdditions", 6,
       threads("atomic x", {"cas(x, 3, 9)", "fetch_add(x, 1)", "fetch_add(x, 2)"}), 4},
      {"UpdateLoad", 2, threads("atomic x", {"fetch_add(x, 1)", "r = x"})},
      {"LoadUpdate", 2, threads("atomic x", {"r = x", "fetch_add(x, 1)"})},
      {"UpdateStore", 2, threads("atomic x", {"exchange(x, 1)", "x = 2"})},
      {"FailedSwap", 2, threads("atomic x", {"cas(x, 5, 1)", "r = x"}), 1},
      {"FailedSwaps", 2, threads("atomic x", {"cas(x, 5, 1)", "cas(x, 5, 2)"}), 1},
      // It succeeds before the store, or fails after it.
      {"SwapStore", 2, threads("atomic x", {"cas(x, 0, 1)", "x = 2"})},
      // It fails before the store or after it.
      {"FailedSwapStore", 2, threads("atomic x", {"cas(x, 5, 1)", "x = 2"})},
      // One of n succeeds, and the others fail in any order.
      {"ThreeSwaps", 6, threads("atomic x", {"cas(x, 0, 1)", "cas(x, 0, 2)", "cas(x, 0, 3)"}), 3},
      // The second succeeds if it comes second.
      {"SwapChain", 2, threads("atomic x", {"cas(x, 0, 1)", "cas(x, 1, 2)"})},
      {"Fences", 1, threads("", {"fence", "fence"})},
      {"Yields", 1, threads("", {"yield", "yield"})},
      {"Choices", 4, threads("", {"r = choose 2", "r = choose 2"})},
  };
  for (const bool is_atomic : {true, false}) {
    const std::string x = is_atomic ? "atomic x" : "plain x";
    programs.push_back({is_atomic ? "Loads" : "Reads", 1, threads(x, {"r = x", "r = x"})});
    programs.push_back({is_atomic ? "LoadStore" : "ReadWrite", 2, threads(x, {"r = x", "x = 1"})});
    programs.push_back({is_atomic ? "StoreLoad" : "WriteRead", 2, threads(x, {"x = 1", "r = x"})});
    programs.push_back({is_atomic ? "Stores" : "Writes", 2, threads(x, {"x = 1", "x = 2"})});
    // Each reader before or after the writer.
    programs.push_back(
        {is_atomic ? "LoadsStore" : "ReadsWrite", 4, threads(x, {"r = x", "r = x", "x = 1"})});
  }
  return programs;
}

std::vector<Program> futexes() {
  const std::string shared = "atomic x, y";
  const std::string sleep = "futexwait(x, 0)";
  const std::string nap = "futextimedwait(x, 0)";
  return {
      // Asleep before the store; or the store comes first, and the wake before or after.
      {"Futex", 3, threads(shared, {sleep, "x = 1 futexwake(x, 1)"})},
      // The wake is lost, or it wakes; then y = 1 comes before y = 2.
      {"FutexComesFirst", 2, threads(shared, {sleep + " y = 2", "y = 1 futexwake(x, 1)"})},
      {"FutexComesFirstToo", 2, threads(shared, {"y = 1 futexwake(x, 1)", sleep + " y = 2"})},
      // As with condition variables.
      {"TwoSleepersWakeTwo", 8, threads(shared, {sleep, sleep, "futexwake(x, 2)"})},
      {"TwoSleepersWakeOne", 10, threads(shared, {sleep, sleep, "futexwake(x, 1)"})},
      {"TwoWakes", 8, threads(shared, {sleep, "futexwake(x, 1)", "futexwake(x, 1)"})},
      {"Nap", 3, threads(shared, {nap, "futexwake(x, 1)"})},
      {"NapToo", 3, threads(shared, {"futexwake(x, 1)", nap})},
      {"TwoNaps", 6, threads(shared, {nap, nap})},
  };
}

std::vector<Program> messages() {
  const std::string shared =
      "handler h, g  handler f fifo  atomic x  message m(i) { x = i }  message e { }\n";
  return {
      // A message comes after its post: no race.
      {"PostComesFirst", 1, shared + "thread main { x = 1 post h m(2) }"},
      // The handler takes its messages one at a time, in any order.
      {"TwoMessages", 2, shared + "thread main { post h m(1) post h m(2) }"},
      {"ThreeMessages", 6, shared + "thread main { post h m(1) post h m(2) post h m(3) }"},
      // The posts themselves do not depend on each other.
      {"TwoPosters", 2, threads(shared, {"post h m(1)", "post h m(2)"})},
      // What runs on two handlers does not, either.
      {"TwoHandlers", 1, shared + "thread main { post h e() post g e() }"},
      // In the order of posting.
      {"Fifo", 1, shared + "thread main { post f m(1) post f m(2) }"},
      {"TwoFifoPosters", 2, threads(shared, {"post f m(1)", "post f m(2)"})},
  };
}

std::vector<Program> all_programs() {
  std::vector<Program> all;
  for (const auto& make : {lives, mutexes, rwlocks, conditions, barriers, semaphores,
                           onces_and_libraries, memory, futexes, messages}) {
    for (Program& p : make()) all.push_back(std::move(p));
  }
  return all;
}

// A thread is joined and detached by two others: in either order the second of them is misuse, but
// another one.
TEST(DependenceOfDetach, OnJoin) {
  const ModelProgram program = parse_model(
      "thread a { } thread j(h) { join h } thread d(h) { detach h } "
      "thread main { h = create a() create j(h) create d(h) }",
      "detach.skein");
  for (const Setting& s : all_settings()) {
    SCOPED_TRACE(s.name);
    const Statistics statistics = explore_to_end(s, program);
    EXPECT_EQ(statistics.executions(), 2U);
    EXPECT_EQ(statistics.violations, 2U);
  }
}

// The same, where the first run detaches before the exit: the join needs no more than the exit.
TEST(DependenceOfDetach, BeforeTheExit) {
  const ModelProgram program = parse_model(
      "sem s thread a { semwait s } thread j(h) { join h } thread d(h) { detach h } "
      "thread p { sempost s } "
      "thread main { h = create a() create j(h) create d(h) create p() }",
      "detach.skein");
  for (const Setting& s : all_settings()) {
    SCOPED_TRACE(s.name);
    const Statistics statistics = explore_to_end(s, program);
    EXPECT_EQ(statistics.executions(), 2U);
    EXPECT_EQ(statistics.violations, 2U);
  }
}

class Dependence : public testing::TestWithParam<Program> {};

void expect_executions(const Program& wanted, bool reduces_by_outcome) {
  const ModelProgram program = parse_model(wanted.text, wanted.name);
  const std::uint64_t executions =
      reduces_by_outcome && wanted.classes != 0 ? wanted.classes : wanted.traces;
  for (const Setting& s : all_settings()) {
    SCOPED_TRACE(s.name);
    const Statistics statistics = explore_to_end(s, program, reduces_by_outcome);
    EXPECT_EQ(statistics.executions(), executions);
    EXPECT_EQ(statistics.violations, 0U);
    if (s.is_optimal) {
      EXPECT_EQ(statistics.redundant, 0U);
    }
  }
}

TEST_P(Dependence, GivesSoManyTraces) { expect_executions(GetParam(), false); }
TEST_P(Dependence, GivesSoManyClasses) { expect_executions(GetParam(), true); }

INSTANTIATE_TEST_SUITE_P(Programs, Dependence, testing::ValuesIn(all_programs()),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace skein::papers
