// SPDX-License-Identifier: Apache-2.0
// The debug log: nothing happens while a topic is off, and the sink gets the line when it is on.
#include "core/log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace skein {
namespace {

std::vector<std::string> lines;

void keep(std::string_view topic, std::string_view line) {
  lines.push_back(std::string(topic) + ": " + std::string(line));
}

class Log : public testing::Test {
 protected:
  void SetUp() override { lines.clear(); }
  void TearDown() override { log::turn_on(0, nullptr); }
};

TEST_F(Log, MakesNoTextWhileATopicIsOff) {
  log::turn_on(log::bit(log::Topic::Prefix), keep);
  int texts = 0;
  const auto text = [&] {
    ++texts;
    return "text";
  };
  log::write(log::Topic::Explore, text);
  EXPECT_EQ(texts, 0);
  log::write(log::Topic::Prefix, text);
  EXPECT_EQ(texts, 1);
  EXPECT_EQ(lines, std::vector<std::string>{"prefix: text"});
}

TEST_F(Log, IsOffWithoutASink) {
  log::turn_on(log::bit(log::Topic::Explore), nullptr);
  EXPECT_FALSE(log::is_on(log::Topic::Explore));
}

TEST_F(Log, HasARowForEachTopicAtItsPlace) {
  for (std::size_t i = 0; i < log::kTopics.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(log::kTopics[i].topic), i);
  }
}

}  // namespace
}  // namespace skein
