// SPDX-License-Identifier: Apache-2.0
// Schedules as strings.
#include "findings/schedule.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/ensure.hpp"

namespace skein {
namespace {

TEST(Schedule, IsShort) {
  const AgentId a{0U};
  const AgentId b{1U};
  const std::vector<Move> moves{{a, 0}, {a, 0}, {a, 0}, {b, 0}, {b, 2}, {b, 2}, {a, 0}};
  EXPECT_EQ(schedule_to_string(moves), "0*3,1,1:2*2,0");
  EXPECT_EQ(schedule_from_string("0*3,1,1:2*2,0"), moves);
  EXPECT_EQ(schedule_to_string({}), "");
  EXPECT_TRUE(schedule_from_string("").empty());
}

RC_GTEST_PROP(Schedule, SurvivesTheWayThereAndBack, ()) {
  const auto numbers = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
      rc::gen::pair(rc::gen::inRange(0U, 4U), rc::gen::inRange(0U, 3U)));
  std::vector<Move> moves;
  for (const auto& [agent, choice] : numbers) moves.push_back({AgentId{agent}, choice});
  RC_ASSERT(schedule_from_string(schedule_to_string(moves)) == moves);
}

TEST(Schedule, RefusesWhatIsNone) {
  for (const char* text : {",", "0,", "x", "0*", "0*0", "0:", "1 2", "-1", "0**2", "0*2:1",
                           "99999999999", "0*4000000000", "4294967295"}) {
    EXPECT_THROW((void)schedule_from_string(text), UserError) << text;
  }
}

}  // namespace
}  // namespace skein
