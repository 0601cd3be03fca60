// SPDX-License-Identifier: Apache-2.0
// What a program wrote over the channel is not believed: each number that leads out of a table is
// found.
#include "machine/native/process/validate_channel.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <sys/mman.h>

namespace skein {
namespace {

// A channel of zeros takes no memory until it is written.
class ValidateChannel : public testing::Test {
 protected:
  ValidateChannel() {
    void* const memory = ::mmap(nullptr, sizeof(channel::Channel), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    channel_ = static_cast<channel::Channel*>(memory);
    channel::Channel& c = *channel_;
    c.health.store(channel::Health::Ready);
    c.agents.count.store(2);
    c.objects.count.store(3);
    c.sites.count.store(4);
    c.run.step_count.store(2);
    for (std::uint32_t i = 0; i < 2; ++i) {
      c.steps[i] = Step{};
      c.steps[i].agent = AgentId{i};
      c.steps[i].op = Operation{OpKind::MutexLock, ObjectId{2U}, ObjectId{}};
      c.steps[i].site = SiteId{3U};
    }
    c.run.violation_count = 1;
    channel::ViolationOut& v = c.violations[0];
    v.code = ViolationCode::AssertionFailed;
    v.agent = AgentId{1U};
    v.step = StepIndex{1U};
    v.site = SiteId{0U};
    std::memcpy(c.text, "a.c\0main\0x == 1", 16);
    v.text_count = 3;
  }
  ~ValidateChannel() override { ::munmap(channel_, sizeof(channel::Channel)); }

  [[nodiscard]] bool is_valid() const { return is_valid_run(*channel_, 0, false); }

  channel::Channel* channel_ = nullptr;
};

TEST_F(ValidateChannel, BelievesWhatCanBeTrue) { EXPECT_TRUE(is_valid()); }

TEST_F(ValidateChannel, FindsCountsThatAreTooLarge) {
  channel_->run.step_count.store(channel::kMaxSteps + 1);
  EXPECT_FALSE(is_valid());
  channel_->run.step_count.store(2);
  channel_->run.violation_count = channel::kMaxViolations + 1;
  EXPECT_FALSE(is_valid());
  channel_->run.violation_count = 1;
  channel_->agents.count.store(channel::kMaxAgents + 1);
  EXPECT_FALSE(is_valid());
}

TEST_F(ValidateChannel, FindsStepsOfNobodyAndNothing) {
  channel_->steps[1].agent = AgentId{2U};
  EXPECT_FALSE(is_valid());
  channel_->steps[1].agent = AgentId{1U};
  channel_->steps[1].op.first = ObjectId{3U};
  EXPECT_FALSE(is_valid());
  channel_->steps[1].op.first = ObjectId{2U};
  channel_->steps[1].enabler = StepIndex{1U};
  EXPECT_FALSE(is_valid());
  channel_->steps[1].enabler = StepIndex{};
  channel_->steps[1].choice = 1;
  EXPECT_FALSE(is_valid());
  // What is known already is not looked at again.
  EXPECT_TRUE(is_valid_run(*channel_, 2, false));
}

TEST_F(ValidateChannel, FindsUnknownReasonsToStartAgain) {
  channel_->run.restart = RestartReason::FirstHandler;
  EXPECT_TRUE(is_valid());
  channel_->run.restart = static_cast<RestartReason>(kRestartReasons);
  EXPECT_FALSE(is_valid());
}

TEST_F(ValidateChannel, FindsViolationsThatCannotBe) {
  channel::ViolationOut& v = channel_->violations[0];
  const channel::ViolationOut right = v;
  const auto is_found = [&](auto&& damage) {
    v = right;
    damage();
    return !is_valid();
  };
  EXPECT_TRUE(is_found([&] { v.code = static_cast<ViolationCode>(kViolationCodes); }));
  EXPECT_TRUE(is_found([&] { v.code = ViolationCode::None; }));
  EXPECT_TRUE(is_found([&] { v.agent = AgentId{2U}; }));
  EXPECT_TRUE(is_found([&] { v.step = StepIndex{2U}; }));
  EXPECT_TRUE(is_found([&] { v.site = SiteId{4U}; }));
  EXPECT_TRUE(is_found([&] { v.place_count = channel::kMaxPlaces + 1; }));
  EXPECT_TRUE(is_found([&] { v.value_count = channel::kMaxValues + 1; }));
  EXPECT_TRUE(is_found([&] { v.text_count = channel::kMaxTexts + 1; }));
  EXPECT_TRUE(is_found([&] { v.text = channel::kTextSize; }));
  // The last text has no end.
  EXPECT_TRUE(is_found([&] {
    v.text = channel::kTextSize - 2;
    v.text_count = 1;
    channel_->text[channel::kTextSize - 2] = 'a';
    channel_->text[channel::kTextSize - 1] = 'b';
  }));
}

TEST_F(ValidateChannel, FindsHealthWithoutItsSeal) {
  channel_->health.store(channel::Health::Broken);
  EXPECT_FALSE(is_valid());
  channel_->health_seal = channel::seal_of(channel::Health::Broken, channel_->health_text);
  EXPECT_TRUE(is_valid());
}

}  // namespace
}  // namespace skein
