// SPDX-License-Identifier: Apache-2.0
// The counter of events: how many events, against statistics of the papers and counts by hand.
#include "explore/event_counter.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "explore/dpor/optimal.hpp"
#include "explore/oracle/exhaustive.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

template <class E>
std::uint64_t events(const std::string& text, const ModelParams& params = {}) {
  ModelMachine machine(parse_model(text, "test.skein", params));
  E explorer;
  return explore_all(explorer, machine, 1'000'000).events;
}

// One run, one event a step: start, store, exit.
TEST(EventCounter, OneAgent) {
  EXPECT_EQ(events<OptimalDpor>("atomic x = 0 thread main { x = 1 }"), 3U);
}

// main's start, its creation of t, and t's start: once. Each store is another event when it comes
// second, and so is the exit after it: (store, exit) twice for main and twice for t: 3 + 4 + 4.
TEST(EventCounter, TwoWriters) {
  const std::string text = "atomic x = 0 thread t { x = 1 } thread main { create t() x = 2 }";
  EXPECT_EQ(events<OptimalDpor>(text), 11U);
  EXPECT_EQ(events<Exhaustive>(text), 11U);
}

// A write has a history for each subset of the reads before it: with two readers 4 stores, and 4
// exits after them. A reader reads the old or the new value; the new one after any of the stores
// that do not have this read before: 1 + 2 loads, and as many exits. main: start, 3 creations,
// exit. 3 starts. 4 + 4 + 2 * (3 + 3) + 5 + 3.
TEST(EventCounter, SubsetsOfReaders) {
  EXPECT_EQ(events<Exhaustive>("atomic x = 0 thread r { a = x } thread w { x = 1 }"
                               "thread main { create r() create r() create w() }"),
            28U);
}

// Each value of a choice is an event: main's start, 3 choices, 3 exits.
TEST(EventCounter, Choices) { EXPECT_EQ(events<OptimalDpor>("thread main { a = choose 3 }"), 7U); }

// bench/README.md section 1: FIG1(2..8), and CCNF(n) with 16 n + 2 events.
TEST(EventCounter, PapersFigures) {
  const std::string fig1 =
      "param N = 2 mutex mc, mx[N] data c = 0 data x[N]"
      "thread writer(j) { critical mx[j] { x[j] = 7 } }"
      "thread count { for i in 0..N-1 { critical mc { c += 1 } } }"
      "thread master { critical mc { i = c } critical mx[i] { x[i] = 0 } }"
      "thread main { for j in 0..N { create writer(j) } create count() create master() }";
  constexpr std::array<std::uint64_t, 7> kFig1Events = {44, 67, 92, 119, 148, 179, 212};
  for (std::size_t n = 2; n <= 8; ++n) {
    EXPECT_EQ(events<OptimalDpor>(fig1, {{"N", static_cast<long>(n)}}), kFig1Events[n - 2]) << n;
  }
  const std::string ccnf =
      "param N = 1 mutex m[N] thread t(i) { critical m[i] { } }"
      "thread main { for i in 0..2*N { create t(i / 2) } }";
  for (std::uint64_t n = 1; n <= 6; ++n) {
    EXPECT_EQ(events<OptimalDpor>(ccnf, {{"N", static_cast<long>(n)}}), 16 * n + 2) << n;
  }
}

// Counting again what is shared adds nothing.
TEST(EventCounter, CountsOnce) {
  ModelMachine machine(parse_model("atomic x = 0 thread main { x = 1 x = 2 }", "test.skein"));
  const auto& run = machine.run(Plan{});
  EventCounter counter;
  counter.count(run.steps, 0);
  const std::uint64_t once = counter.events();
  counter.count(run.steps, run.steps.size());
  counter.count(run.steps, 2);
  counter.count(run.steps, 0);
  EXPECT_EQ(once, run.steps.size());
  EXPECT_EQ(counter.events(), once);
}

}  // namespace
}  // namespace skein::test
