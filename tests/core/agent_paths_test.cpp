// SPDX-License-Identifier: Apache-2.0
// Agents by who created them (core/agent_paths.hpp).
#include "core/agent_paths.hpp"

#include <gtest/gtest.h>

namespace skein {
namespace {

Step step(std::uint32_t agent, OpKind kind, std::uint32_t first, std::uint32_t second = 0) {
  Step s;
  s.agent = AgentId{agent};
  s.op = Operation{kind, ObjectId{first}, ObjectId{second}};
  return s;
}

// Agents and lives are numbered crosswise: a path depends on neither.
TEST(AgentPaths, SayWhoCreatedWhomInWhichOrder) {
  AgentPaths paths;
  EXPECT_EQ(paths.of(kMainAgent), "main");
  for (const Step& s : {step(0, OpKind::ThreadStart, 90), step(0, OpKind::ThreadCreate, 70),
                        step(0, OpKind::ThreadCreate, 60), step(1, OpKind::ThreadStart, 60),
                        step(1, OpKind::ThreadCreate, 50), step(0, OpKind::Post, 40, 8),
                        step(2, OpKind::ThreadStart, 70), step(3, OpKind::MessageBegin, 8, 40)}) {
    paths.follow(s);
  }
  EXPECT_EQ(paths.of(AgentId{1U}), "main.2");
  EXPECT_EQ(paths.of(AgentId{2U}), "main.1");
  EXPECT_EQ(paths.of(AgentId{3U}), "main.3");
  EXPECT_EQ(paths.of(AgentId{4U}), "");  // has not begun, but its life is known
  ASSERT_NE(paths.of_life(ObjectId{50U}), nullptr);
  EXPECT_EQ(*paths.of_life(ObjectId{50U}), "main.2.1");
  EXPECT_EQ(*paths.of_life(ObjectId{90U}), "main");
  EXPECT_EQ(paths.of_life(ObjectId{8U}), nullptr);
  paths.clear();
  EXPECT_EQ(paths.of(AgentId{1U}), "");
  EXPECT_EQ(paths.of(kMainAgent), "main");
}

}  // namespace
}  // namespace skein
