// SPDX-License-Identifier: Apache-2.0
// Trace files: what is written is read again, and what no skein has written is refused.
#include "findings/trace_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/ensure.hpp"

namespace skein {
namespace {

TraceFile a_trace() {
  TraceFile trace;
  trace.skein = "9.9";
  trace.directory = "/home/me";
  trace.files = {"a.c", "b \"quoted\".c"};
  trace.defines = {{"N", "3"}, {"DEBUG", ""}};
  trace.arguments = {"--fast", "\n"};
  trace.options = {{"races", "explore"}};
  trace.check = "queue";
  trace.build_id = "beef";
  trace.watched = {0x4010, 0xffffffffffff};
  trace.schedule = "0,1:2";
  trace.kind = FindingKind::Assertion;
  trace.facts = {ViolationCode::AssertionFailed, {"main", "x"}, {{"a.c", 3}}, {-7}};
  trace.message = "a.c:3: main: assertion 'x' failed";
  trace.headline = "assertion 'x' failed at a.c:3";
  trace.steps = {{0, OpKind::ThreadStart, 0, 1, "main: start"},
                 {1, OpKind::Choose, 2, 3, "t: choose"}};
  return trace;
}

TEST(TraceFiles, AreReadAsTheyWereWritten) {
  const TraceFile trace = a_trace();
  const TraceFile again = trace_from_text(trace_to_text(trace, "{}"));
  EXPECT_EQ(again.skein, trace.skein);
  EXPECT_EQ(again.directory, trace.directory);
  EXPECT_EQ(again.files, trace.files);
  EXPECT_EQ(again.defines, trace.defines);
  EXPECT_EQ(again.arguments, trace.arguments);
  EXPECT_EQ(again.options, trace.options);
  EXPECT_EQ(again.check, trace.check);
  EXPECT_EQ(again.build_id, trace.build_id);
  EXPECT_EQ(again.watched, trace.watched);
  EXPECT_EQ(again.schedule, trace.schedule);
  EXPECT_EQ(again.kind, trace.kind);
  EXPECT_EQ(again.facts, trace.facts);
  EXPECT_EQ(again.message, trace.message);
  EXPECT_EQ(again.headline, trace.headline);
  ASSERT_EQ(again.steps.size(), 2U);
  EXPECT_EQ(again.steps[1].agent, 1U);
  EXPECT_EQ(again.steps[1].kind, OpKind::Choose);
  EXPECT_EQ(again.steps[1].choice, 2U);
  EXPECT_EQ(again.steps[1].choices, 3U);
  EXPECT_EQ(again.steps[1].text, "t: choose");
}

// Replaces the first `from` of the trace's text.
std::string damaged(const std::string& from, const std::string& to) {
  std::string text = trace_to_text(a_trace(), "{}");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// So that files stay readable when codes are added.
TEST(TraceFiles, NameTheCodeOfTheViolation) {
  EXPECT_NE(trace_to_text(a_trace(), "{}").find("\"AssertionFailed\""), std::string::npos);
  for (std::size_t i = 0; i < kViolationCodes; ++i) {
    const auto code = static_cast<ViolationCode>(i);
    EXPECT_EQ(violation_code_named(name(code)), code);
  }
}

TEST(TraceFiles, MayBeOfAVersionWithOtherCodes) {
  EXPECT_TRUE(trace_from_text(damaged("AssertionFailed", "Unheard")).facts.is_none());
}

TEST(TraceFiles, AreRefusedIfTheyCannotBeTrusted) {
  EXPECT_THROW(trace_from_text(""), UserError);
  EXPECT_THROW(trace_from_text("[]"), UserError);
  EXPECT_THROW(trace_from_text(std::string(100'000, '[')), UserError);
  EXPECT_THROW(trace_from_text(damaged("\"schedule\"", "\"shedule\"")), UserError);
  EXPECT_THROW(trace_from_text(damaged("\"0,1:2\"", "17")), UserError);
  EXPECT_THROW(trace_from_text(damaged("\"places\"", "\"palaces\"")), UserError);
  EXPECT_THROW(trace_from_text(damaged("-7", "\"-7\"")), UserError);
  TraceFile impossible = a_trace();
  impossible.steps[1].choice = 3;
  EXPECT_THROW(trace_from_text(trace_to_text(impossible, "{}")), UserError);
  impossible = a_trace();
  impossible.files.clear();
  EXPECT_THROW(trace_from_text(trace_to_text(impossible, "{}")), UserError);
}

}  // namespace
}  // namespace skein
