// SPDX-License-Identifier: Apache-2.0
// A machine that starts from snapshots does exactly what one does that always starts at the
// beginning.
#include "machine/model/snapshots.hpp"

#include <gtest/gtest.h>

#include "model_runs.hpp"
#include "random_text.hpp"

namespace skein::test {
namespace {

bool same(const Step& a, const Step& b) {
  return a.agent == b.agent && a.op == b.op && a.choice == b.choice && a.choices == b.choices &&
         a.enabler == b.enabler && a.site == b.site && a.gate_before == b.gate_before &&
         a.gate_after == b.gate_after && a.shared == b.shared &&
         a.is_preemption == b.is_preemption && a.value == b.value;
}

bool same(const Pending& a, const Pending& b) {
  return a.agent == b.agent && a.op == b.op && a.choices == b.choices && a.site == b.site &&
         a.enabler == b.enabler && a.is_enabled == b.is_enabled;
}

void expect_same(const skein::Run& a, const skein::Run& b) {
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) ASSERT_TRUE(same(a.steps[i], b.steps[i])) << i;
  ASSERT_EQ(a.end, b.end);
  ASSERT_EQ(a.bound, b.bound);
  ASSERT_EQ(a.pending.size(), b.pending.size());
  for (std::size_t i = 0; i < a.pending.size(); ++i) ASSERT_TRUE(same(a.pending[i], b.pending[i]));
  ASSERT_EQ(a.violations.size(), b.violations.size());
  for (std::size_t i = 0; i < a.violations.size(); ++i) {
    ASSERT_EQ(a.violations[i].facts, b.violations[i].facts);
    ASSERT_EQ(a.violations[i].step, b.violations[i].step);
    ASSERT_EQ(a.violations[i].agent, b.violations[i].agent);
    ASSERT_EQ(a.violations[i].site, b.violations[i].site);
  }
}

// A plan that begins with a part of the run before, perhaps with a wrong turn after it.
Plan next_plan(Random& random, const std::vector<Step>& before) {
  Plan plan;
  const std::size_t keep = random.below(before.size() + 1);
  for (std::size_t i = 0; i < keep; ++i) plan.prefix.push_back(before[i].move());
  if (random.below(4) == 0) {
    plan.prefix.push_back(Move{AgentId{static_cast<std::uint32_t>(random.below(6))}, 0});
  }
  const Policy policies[] = {Policy::Continue, Policy::Random, Policy::Random, Policy::Pct};
  plan.policy = policies[random.below(4)];
  plan.seed = random.next();
  plan.pct_length = 20;
  const auto small = [&] { return static_cast<std::uint32_t>(random.below(30)); };
  plan.bounds.steps = random.below(5) == 0 ? small() : 300;
  if (random.below(5) == 0) plan.bounds.switches = small();
  if (random.below(5) == 0) plan.bounds.preemptions = small();
  if (random.below(5) == 0 && !before.empty()) {
    const Step& s = before[random.below(before.size())];
    plan.sleep.push_back(Sleeper{s.move(), s.op});
  }
  return plan;
}

void compare(const std::string& text, std::uint64_t seed, int rounds) {
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  ModelMachine with(program(text));
  ModelMachine without(program(text), {.snapshots = false});
  Random random(seed);
  std::vector<Step> before;
  for (int round = 0; round < rounds; ++round) {
    const Plan plan = next_plan(random, before);
    const auto& a = with.run(plan);
    const auto& b = without.run(plan);
    ASSERT_EQ(b.shared_prefix, 0U);
    ASSERT_LE(a.shared_prefix, std::min(plan.prefix.size(), before.size()));
    for (std::size_t i = 0; i < a.shared_prefix; ++i) ASSERT_TRUE(same(a.steps[i], before[i]));
    // All of the common part is shared, not only the part up to a snapshot.
    if (a.shared_prefix < std::min({plan.prefix.size(), before.size(), a.steps.size()})) {
      ASSERT_FALSE(same(a.steps[a.shared_prefix], before[a.shared_prefix]));
    }
    expect_same(a, b);
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(with.final_state(), without.final_state());
    before = a.steps;
  }
}

TEST(Snapshots, ChangeNothingOnRandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 400 && !HasFatalFailure(); ++seed) {
    compare(random_text(seed), seed, 40);
  }
}

TEST(Snapshots, ChangeNothingOnLongRuns) {
  const char* text = R"(atomic x mutex m data d
    thread f(i) { for k in 0..40 { critical m { d += i }; x += 1 } }
    thread main { for i in 0..5 { create f(i) } })";
  compare(text, 99, 100);
}

TEST(Snapshots, SurviveGrowth) {
  // More agents than the first capacity, created late and by several creators.
  const char* text = R"(atomic x
    thread leaf(i) { x += i }
    thread f(i) { for k in 0..i { create leaf(k) } }
    thread main { for i in 0..6 { create f(i) } })";
  compare(text, 7, 200);
}

TEST(Snapshots, SurviveAnException) {
  ModelMachine machine(
      program("thread f { create f } thread main { r = choose 2; if r { create f } }"));
  EXPECT_EQ(machine.run(Plan{}).end, End::Completed);
  Plan plan = plan_of({0, 0});
  plan.prefix[1].choice = 1;
  EXPECT_THROW(machine.run(plan), UserError);
  EXPECT_EQ(machine.run(Plan{}).end, End::Completed);
  EXPECT_EQ(machine.run(Plan{}).steps.size(), 3U);
}

TEST(Snapshots, StayWithinTheBudget) {
  Snapshots snapshots;
  constexpr std::size_t kBytes = std::size_t{1} << 20U;
  snapshots.configure(kBytes);
  std::vector<std::byte> state(kBytes);
  std::size_t position = 0;
  for (; position < 3000000; ++position) {
    if (!snapshots.is_due(position)) continue;
    std::memcpy(state.data(), &position, sizeof position);
    snapshots.take(position, state.data());
  }
  // Whatever was dropped, what is left is in the right place.
  for (std::size_t back = position; back > 0; back /= 3) {
    snapshots.back_to(back);
    std::size_t saved = 0;
    std::memcpy(&saved, snapshots.state(), sizeof saved);
    EXPECT_EQ(saved, snapshots.position());
    EXPECT_LE(saved, back);
  }
}

}  // namespace
}  // namespace skein::test
