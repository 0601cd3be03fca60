// SPDX-License-Identifier: Apache-2.0
// Source and optimal DPOR: what each promises beyond the counts.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/ensure.hpp"
#include "explore/dpor/optimal.hpp"
#include "explore/dpor/source.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

// FIG1(n) [QPOR Fig. 1], bench/README.md section 1: 2n classes; source-DPOR has exponentially many
// redundant runs, optimal none.
const char* const kFig1 =
    "param N = 2 mutex mc, mx[N] data c = 0 data x[N]"
    "thread writer(j) { critical mx[j] { x[j] = 7 } }"
    "thread count { for i in 0..N-1 { critical mc { c += 1 } } }"
    "thread master { critical mc { i = c } critical mx[i] { x[i] = 0 } }"
    "thread main { for j in 0..N { create writer(j) } create count() create master() }";

template <class E>
Outcome fig1(long n) {
  ModelMachine machine(parse_model(kFig1, "fig1.skein", {{"N", n}}));
  E explorer;
  return explore_all(explorer, machine, 1'000'000);
}

TEST(Dpor, OptimalHasNoRedundantRuns) {
  std::uint64_t before = 0;
  for (long n = 2; n <= 8; ++n) {
    const Outcome optimal = fig1<OptimalDpor>(n);
    EXPECT_EQ(optimal.classes.size(), static_cast<std::uint64_t>(2 * n));
    EXPECT_EQ(optimal.runs, static_cast<std::uint64_t>(2 * n));
    const Outcome source = fig1<SourceDpor>(n);
    EXPECT_EQ(source.classes.size(), static_cast<std::uint64_t>(2 * n));
    if (n > 4) {
      EXPECT_GT(source.redundant, 3 * before / 2) << "not exponential at " << n;
    }
    before = source.redundant;
  }
}

// MPC(3,5), bench/README.md section 1: 2958 classes. The races on the workers' locks depend on the
// order of all races before; an optimal DPOR that looks at new races only misses some.
TEST(Dpor, OldRacesAreReversedAgain) {
  const char* const text =
      "param P = 3 param W = 5 mutex pm, m[W] data buf = 0 data req[W]"
      "thread worker(w) { for i in 0..2 { critical m[w] { if req[w] > 0 { req[w] -= 1 } } } }"
      "thread producer(p) { for i in 0..2 { critical pm { buf = buf * P + p t = buf } }"
      "  critical m[t % W] { req[t % W] += 1 } }"
      "thread main { for w in 0..W { create worker(w) } for p in 0..P { create producer(p) } }";
  ModelMachine machine(parse_model(text, "mpc.skein"));
  OptimalDpor explorer;
  const Outcome found = explore_all(explorer, machine, 1'000'000);
  EXPECT_EQ(found.classes.size(), 2958U);
  EXPECT_EQ(found.runs, 2958U);
  EXPECT_EQ(found.events, 7832U);
}

// What theory excludes is our own bug, and says which plan led there.
TEST(Dpor, RedundantRunIsAnError) {
  OptimalDpor explorer;
  ASSERT_NE(explorer.next(), nullptr);
  skein::Run run;
  run.end = End::Asleep;
  EXPECT_THROW(explorer.observe(run), InternalError);
}

TEST(Dpor, DivergedRunIsAnError) {
  SourceDpor explorer;
  ASSERT_NE(explorer.next(), nullptr);
  skein::Run run;
  run.end = End::Diverged;
  try {
    explorer.observe(run);
    FAIL() << "no error";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("plan:"), std::string::npos);
  }
}

// Bounds reach the machine, runs that they cut are counted, and exploration ends.
template <class E>
void explores_within_bounds() {
  const char* const text =
      "atomic x = 0 thread t { x = 1 x = 2 } thread main { create t() create t() x = 3 }";
  ModelMachine machine(parse_model(text, "test.skein"));
  E unbounded;
  const Outcome all = explore_all(unbounded, machine, 100'000);
  EXPECT_EQ(all.cut, 0U);

  for (std::uint32_t limit = 0; limit <= 12; ++limit) {
    Bounds bounds;
    bounds.preemptions = limit;
    E explorer(bounds);
    const Outcome found = explore_all(explorer, machine, 100'000);
    EXPECT_TRUE(found.is_exhausted);
    EXPECT_LE(found.classes.size(), all.classes.size());
    for (const auto& [form, example] : found.classes) EXPECT_TRUE(all.classes.contains(form));
    if (limit == 12) {
      EXPECT_EQ(found.classes.size(), all.classes.size());
    }
  }
  Bounds bounds;
  bounds.steps = 5;
  E explorer(bounds);
  const Outcome found = explore_all(explorer, machine, 100'000);
  EXPECT_EQ(found.cut, found.runs);

  bounds = Bounds{};
  bounds.switches = 2;
  E switching(bounds);
  EXPECT_GT(explore_all(switching, machine, 100'000).cut, 0U);
}

TEST(Dpor, SourceWithinBounds) { explores_within_bounds<SourceDpor>(); }
TEST(Dpor, OptimalWithinBounds) { explores_within_bounds<OptimalDpor>(); }

// Switched off, counting events costs nothing and says so.
TEST(Dpor, EventCountingCanBeSwitchedOff) {
  ModelMachine machine(parse_model(kFig1, "fig1.skein"));
  OptimalDpor explorer({}, false);
  EXPECT_EQ(explore_all(explorer, machine, 1000).events, 0U);
}

}  // namespace
}  // namespace skein::test
