// SPDX-License-Identifier: Apache-2.0
// What --traces says of a native replay: each end has its own words, with the facts that belong to
// it.
#include "report/words/native_replay.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace skein {
namespace {

using Kind = NativeReplay::Kind;
using Form = NativeReplay::Form;

NativeReplay replay_with(Kind kind, Form form = Form::Same) {
  NativeReplay replay{kind, form};
  replay.step = 3;
  replay.agent = "main.1";
  replay.operation = "lock m";
  replay.trace = "traces/prog-1.skein-trace";
  replay.why = "prog.c does not compile";
  return replay;
}

TEST(NativeReplay, EveryEndHasItsOwnWords) {
  std::set<std::string> sentences;
  for (int i = 0; i <= static_cast<int>(Kind::Failed); ++i) {
    const NativeReplay replay = replay_with(static_cast<Kind>(i));
    const std::string text = native_replay_text(replay);
    EXPECT_TRUE(text.starts_with(replay.is_shown() ? "replayed natively: the same bug"
                                                   : "not replayed natively: "))
        << text;
    EXPECT_TRUE(sentences.insert(text).second) << text;
  }
}

TEST(NativeReplay, TheFormOfTheBugAndTheTraceAreNamed) {
  EXPECT_EQ(native_replay_text(replay_with(Kind::Shown, Form::Race)),
            "replayed natively: the same bug, as a data race; traces/prog-1.skein-trace");
  EXPECT_EQ(native_replay_text(replay_with(Kind::ShownOnce, Form::Crash)),
            "replayed natively: the same bug, a crash, but not a second time");
}

TEST(NativeReplay, TheStepWhereTheProgramDiffersIsNamed) {
  EXPECT_EQ(
      native_replay_text(replay_with(Kind::Waits)),
      "not replayed natively: step 3: natively main.1 is at lock m, which cannot be executed");
  EXPECT_EQ(native_replay_text(replay_with(Kind::Failed)),
            "not replayed natively: prog.c does not compile");
}

}  // namespace
}  // namespace skein
