// SPDX-License-Identifier: Apache-2.0
#include "session/check/nondeterminism.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/ensure.hpp"
#include "machine/native/native_machine.hpp"

namespace skein::session {

namespace {

// Locks one mutex; from some run on, another one.
class FickleMachine final : public Machine, public Names {
 public:
  explicit FickleMachine(int changes_at) : changes_at_(changes_at) {}

  const Run& run(const Plan&) override {
    Step step;
    step.agent = kMainAgent;
    step.op = Operation{OpKind::MutexLock, ObjectId{runs_++ < changes_at_ ? 1U : 2U}, ObjectId{}};
    run_.steps = {step};
    return run_;
  }
  [[nodiscard]] std::string agent_name(AgentId) const override { return "main"; }
  [[nodiscard]] std::string object_name(ObjectId o) const override {
    return "m" + std::to_string(o.value);
  }
  [[nodiscard]] std::string site_text(SiteId) const override { return ""; }
  [[nodiscard]] SourceLine site_line(SiteId) const override { return {}; }
  [[nodiscard]] const Names& names() const override { return *this; }

 private:
  int changes_at_;
  int runs_ = 0;
  skein::Run run_;
};

TEST(Nondeterminism, ADeterministicProgramPasses) {
  FickleMachine machine(1'000'000);
  EXPECT_NO_THROW(require_same_again(machine, Plan{}));
}

TEST(Nondeterminism, BothStepsAreNamed) {
  FickleMachine machine(3);
  try {
    require_same_again(machine, Plan{});
    FAIL() << "the program did two things";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("m1"));
    EXPECT_THAT(error.what(), testing::HasSubstr("m2"));
  }
}

Plan plan_of(std::uint32_t agent) {
  Plan plan;
  plan.prefix = {Move{AgentId{agent}, 0}};
  return plan;
}

TEST(Nondeterminism, OnlyTheSameContradictionIsOurs) {
  const ExplorationError error("contradiction", plan_of(1));
  const auto again_with = [](const char* text, std::uint32_t agent) {
    return [=] { throw ExplorationError(text, plan_of(agent)); };
  };
  EXPECT_TRUE(contradicts_again(error, again_with("contradiction", 1)));
  EXPECT_FALSE(contradicts_again(error, again_with("contradiction", 2)));
  EXPECT_FALSE(contradicts_again(error, again_with("another one", 1)));
  EXPECT_FALSE(contradicts_again(error, [] {}));
  EXPECT_FALSE(contradicts_again(
      error, [] { throw ExplorationRestart(RestartReason::RacyWord, skein::Run{}); }));
}

}  // namespace

}  // namespace skein::session
