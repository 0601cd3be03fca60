// SPDX-License-Identifier: Apache-2.0
// Whether an operation would have an effect after a history, by hand.
#include "core/outcome.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace skein {
namespace {

constexpr ObjectId kObject{7U};

// Some steps of a run.
struct Part {
  const std::vector<Step>& steps;
  std::set<std::uint32_t> kept;

  [[nodiscard]] bool contains(StepIndex p) const { return kept.contains(p.value); }
  [[nodiscard]] const Step& step(StepIndex p) const { return steps[p.index()]; }
  template <class Visit>
  void visit_changes(ObjectId x, const Visit& visit) const {
    for (std::size_t p = steps.size(); p > 0; --p) {
      const Access a = access(steps[p - 1].op, x);
      if (clash(a, Access::Read) && !visit(StepIndex{p - 1}, a)) return;
    }
  }
  template <class Visit>
  void visit_touches(ObjectId x, const Visit& visit) const {
    for (std::size_t p = steps.size(); p > 0; --p) {
      const Access a = access(steps[p - 1].op, x);
      if (a != Access::None && !visit(StepIndex{p - 1}, a)) return;
    }
  }
};

Step step(OpKind kind, std::int64_t seen, Effect effect = Effect::Full) {
  Step s;
  s.op = Operation{kind, kObject, ObjectId{}, effect};
  s.seen = seen;
  return s;
}

Attempt compare_exchange(std::int64_t operand, Effect in_the_run) {
  return Attempt{Operation{OpKind::AtomicRmw, kObject, ObjectId{}, in_the_run}, true, operand};
}

Effect effect_after(const std::vector<Step>& steps, const std::set<std::uint32_t>& kept,
                    const Attempt& attempt) {
  return operation_after(Part{steps, kept}, attempt).effect;
}

TEST(Outcome, OfAComparisonIsThatOfTheFirstWriteLeftOut) {
  // x is 0, then 1, then 2; between the stores another agent reads.
  const std::vector<Step> steps = {step(OpKind::AtomicStore, 0), step(OpKind::AtomicLoad, 0),
                                   step(OpKind::AtomicStore, 1)};
  for (const Effect in_the_run : {Effect::Full, Effect::Idle}) {
    EXPECT_EQ(effect_after(steps, {}, compare_exchange(0, in_the_run)), Effect::Full);
    EXPECT_EQ(effect_after(steps, {1}, compare_exchange(1, in_the_run)), Effect::Idle);
    EXPECT_EQ(effect_after(steps, {0, 1}, compare_exchange(1, in_the_run)), Effect::Full);
    EXPECT_EQ(effect_after(steps, {0}, compare_exchange(2, in_the_run)), Effect::Idle);
    // Nothing that it could notice is left out.
    EXPECT_EQ(effect_after(steps, {0, 2}, compare_exchange(2, in_the_run)), in_the_run);
  }
}

TEST(Outcome, AnIdleOperationChangesNothing) {
  const std::vector<Step> steps = {step(OpKind::AtomicStore, 0),
                                   step(OpKind::AtomicRmw, 1, Effect::Idle)};
  EXPECT_EQ(effect_after(steps, {0}, compare_exchange(1, Effect::Full)), Effect::Full);
  EXPECT_EQ(effect_after(steps, {}, compare_exchange(1, Effect::Full)), Effect::Idle);
}

TEST(Outcome, OfAttemptsFollowsTheGate) {
  std::vector<Step> steps = {step(OpKind::MutexLock, 0), step(OpKind::MutexUnlock, 0)};
  steps[0].gate_before = true;
  steps[0].gate_after = false;
  steps[1].gate_before = false;
  const Attempt attempt{Operation{OpKind::MutexTryLock, kObject, ObjectId{}}, true, 0};
  EXPECT_EQ(effect_after(steps, {}, attempt), Effect::Full);
  EXPECT_EQ(effect_after(steps, {0}, attempt), Effect::Idle);
  EXPECT_EQ(effect_after(steps, {0, 1}, attempt), Effect::Full);
}

TEST(Outcome, OfATryWaitIsThatAfterAnyBlindPost) {
  // From zero: two posts, in whichever order, and a wait.
  std::vector<Step> steps = {step(OpKind::SemPost, 0, Effect::Blind),
                             step(OpKind::SemPost, 0, Effect::Blind), step(OpKind::SemWait, 0)};
  steps[0].gate_before = false;
  const Attempt attempt{Operation{OpKind::SemTryWait, kObject, ObjectId{}, Effect::Idle}, true, 0};
  EXPECT_EQ(effect_after(steps, {}, attempt), Effect::Idle);
  EXPECT_EQ(effect_after(steps, {0}, attempt), Effect::Full);
  EXPECT_EQ(effect_after(steps, {1}, attempt), Effect::Full);
  EXPECT_EQ(effect_after(steps, {0, 1}, attempt), Effect::Full);
}

Step addition(std::int64_t seen, std::int64_t operand) {
  Step s = step(OpKind::AtomicRmw, seen, Effect::Blind);
  s.operand = operand;
  return s;
}

TEST(Outcome, OfAComparisonCountsTheAdditionsBeforeIt) {
  // x is 5; a store of 10, then additions of 1 and 2 in this order, then a store that sees 13.
  const std::vector<Step> steps = {step(OpKind::AtomicStore, 5), addition(10, 1), addition(11, 2),
                                   step(OpKind::AtomicStore, 13)};
  const auto value_after = [&](const std::set<std::uint32_t>& kept) {
    std::int64_t found = 0;
    for (std::int64_t value = 1; value < 20; ++value) {
      for (const Effect in_the_run : {Effect::Full, Effect::Idle}) {
        const Effect effect = effect_after(steps, kept, compare_exchange(value, in_the_run));
        if (effect == Effect::Full) found = found == 0 || found == value ? value : -1;
      }
    }
    return found;
  };
  EXPECT_EQ(value_after({}), 5);
  EXPECT_EQ(value_after({0}), 10);
  EXPECT_EQ(value_after({0, 1}), 11);
  EXPECT_EQ(value_after({0, 2}), 12);
  EXPECT_EQ(value_after({0, 1, 2}), 13);
}

TEST(Outcome, OfAComparisonCountsAdditionsAcrossReads) {
  // There is no store. The second addition comes after a load, and so after the first.
  const std::vector<Step> steps = {addition(0, 1), step(OpKind::AtomicLoad, 1), addition(1, -1)};
  EXPECT_EQ(effect_after(steps, {}, compare_exchange(0, Effect::Idle)), Effect::Full);
  EXPECT_EQ(effect_after(steps, {0}, compare_exchange(1, Effect::Idle)), Effect::Full);
  EXPECT_EQ(effect_after(steps, {0, 1}, compare_exchange(0, Effect::Full)), Effect::Idle);
  // Nothing is left out.
  EXPECT_EQ(effect_after(steps, {0, 1, 2}, compare_exchange(7, Effect::Full)), Effect::Full);
}

TEST(Outcome, SumsWrapAround) {
  const std::int64_t half = std::numeric_limits<std::int64_t>::min();
  const std::vector<Step> steps = {addition(half, half), step(OpKind::AtomicStore, 0)};
  EXPECT_EQ(effect_after(steps, {0}, compare_exchange(0, Effect::Idle)), Effect::Full);
}

TEST(Outcome, OfASignalIsWhetherThereAreWaiters) {
  const std::vector<Step> steps = {step(OpKind::CondWait, 0), step(OpKind::CondSignal, 1)};
  for (const OpKind kind : {OpKind::CondSignal, OpKind::CondBroadcast}) {
    const Attempt attempt{Operation{kind, kObject, ObjectId{}, Effect::Idle}, true, 0};
    EXPECT_EQ(effect_after(steps, {}, attempt), Effect::Idle);
    EXPECT_EQ(effect_after(steps, {0}, attempt), Effect::Full);
    EXPECT_EQ(effect_after(steps, {0, 1}, attempt), Effect::Idle);
  }
}

TEST(Outcome, IsNotAskedForWhereTheMachineDoesNotTell) {
  const std::vector<Step> steps = {step(OpKind::AtomicStore, 0)};
  Attempt attempt = compare_exchange(5, Effect::Full);
  attempt.may_be_idle = false;
  EXPECT_EQ(effect_after(steps, {}, attempt), Effect::Full);
}

}  // namespace
}  // namespace skein
