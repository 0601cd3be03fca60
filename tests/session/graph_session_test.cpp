// SPDX-License-Identifier: Apache-2.0
// A whole session of `skein graph`: the three kinds of drawings, and what it refuses to draw.
#include "session/graph_session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "core/ensure.hpp"
#include "session/test_files.hpp"

namespace skein::session {

namespace {

using testing::HasSubstr;

GraphSettings graph_settings(const std::string& name, const std::string& text) {
  GraphSettings settings;
  settings.program.file = file_with(name, text);
  return settings;
}

// Two writes of x in either order. Main's start and create and the thread's start are the same
// events in both, the two writes and exits are not: 11 events.
constexpr const char* kTwoWrites = R"(atomic x = 0
data t = 0
thread a { x = 1 }
thread main {
  t = create a
  x = 2
}
)";

constexpr const char* kOneChoice = R"(#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int x;
int main(void) {
  if (__VERIFIER_nondet_int() > 0) x = 1;
  return 0;
}
)";

TEST(GraphSession, DrawsAnUnfolding) {
  Observer observer;
  const Drawing drawing = draw(graph_settings("two.skein", kTwoWrites), observer);
  EXPECT_TRUE(drawing.is_whole);
  EXPECT_THAT(drawing.title, HasSubstr("11 events, 2 maximal configurations"));
  EXPECT_THAT(drawing.dot, HasSubstr("digraph"));
  EXPECT_THAT(drawing.dot, HasSubstr(drawing.title));
}

TEST(GraphSession, SaysIfTheDrawingIsNotWhole) {
  GraphSettings settings = graph_settings("cut.skein", kTwoWrites);
  settings.bounds.max_steps = 3;
  Observer observer;
  const Drawing drawing = draw(settings, observer);
  EXPECT_FALSE(drawing.is_whole);
  EXPECT_THAT(drawing.title, HasSubstr("not all"));
}

TEST(GraphSession, DrawsThePrefixOfVerifyAndOfProve) {
  GraphSettings settings = graph_settings("choice.c", kOneChoice);
  settings.program.nondet = "0..3";
  settings.prefix.cutoffs = "on";
  Observer observer;
  const Drawing concrete = draw(settings, observer);
  EXPECT_TRUE(concrete.is_whole);
  EXPECT_THAT(concrete.title, HasSubstr("cut-off"));
  EXPECT_THAT(concrete.dot, HasSubstr("digraph"));

  settings.program.nondet.reset();
  settings.prefix.cutoffs.reset();
  settings.drawing.all_inputs = true;
  const Drawing abstract = draw(settings, observer);
  EXPECT_TRUE(abstract.is_whole);
  EXPECT_THAT(abstract.title, HasSubstr("all inputs"));
}

TEST(GraphSession, MoreEventsThanAReaderFollowsAreRefused) {
  Observer observer;
  GraphSettings settings = graph_settings("large.skein", kTwoWrites);
  settings.drawing.max_events = 3;
  EXPECT_THROW(static_cast<void>(draw(settings, observer)), UserError);
  settings = graph_settings("large.c", kOneChoice);
  settings.drawing.all_inputs = true;
  settings.drawing.max_events = 1;
  EXPECT_THROW(static_cast<void>(draw(settings, observer)), UserError);
}

TEST(GraphSession, APrefixHasNoRunsToBound) {
  Observer observer;
  GraphSettings settings = graph_settings("bounded.c", kOneChoice);
  settings.drawing.all_inputs = true;
  settings.bounds.max_switches = 2;
  EXPECT_THROW(static_cast<void>(draw(settings, observer)), UserError);
}

}  // namespace

}  // namespace skein::session
