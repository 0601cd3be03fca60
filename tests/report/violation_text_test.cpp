// SPDX-License-Identifier: Apache-2.0
// The sentences of violations: every code has one, and facts stand where they belong.
#include "report/words/violation_text.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <set>

namespace skein {
namespace {

using enum ViolationCode;

Place place_at(std::uint32_t line, std::string function = "") {
  return Place{"a.c", "/src/a.c", line, std::move(function), ""};
}

TEST(ViolationText, EveryCodeHasItsOwnSentence) {
  std::set<std::string> sentences;
  for (std::size_t i = 1; i < kViolationCodes; ++i) {
    const std::string text = violation_text(ViolationFacts(static_cast<ViolationCode>(i)));
    EXPECT_FALSE(text.empty()) << i;
    EXPECT_TRUE(sentences.insert(text).second) << i << ": " << text;
  }
  EXPECT_EQ(violation_text(ViolationFacts()), "");
}

TEST(ViolationText, NamesPlacesAndNumbers) {
  EXPECT_EQ(violation_text(ViolationFacts(AssertionFailed, {"main", "x"}, {{"a.c", 3}})),
            "a.c:3: main: assertion 'x' failed");
  EXPECT_EQ(
      violation_text(ViolationFacts(ConditionIsFalse, {"x == y", "x", "y"}, {{"m", 1}}, {1, 2})),
      "m:1: assertion failed: x == y (x = 1, y = 2)");
  EXPECT_EQ(violation_text(ViolationFacts(MutexIsNotHeld, {"unlock m"}, {{"m", 2}})),
            "m:2: unlock m: the agent does not hold the mutex");
  EXPECT_EQ(violation_text(ViolationFacts(SignalAtAddress, {}, {}, {SIGSEGV, 8})),
            "segmentation fault at address 0x8");
  EXPECT_EQ(
      violation_text(ViolationFacts(UseAfterFree, {}, {{"a.c", 1}, {"a.c", 2}}, {1, 1, 0, 4, 8})),
      "use after free: write of 1 byte, 4 bytes into a block of 8 bytes allocated at a.c:1, "
      "freed at a.c:2");
  EXPECT_EQ(violation_text(ViolationFacts(OutOfBounds, {}, {{"a.c", 1}}, {0, 4, 1, 0, 8})),
            "out of bounds: read of 4 bytes, 0 bytes after a block of 8 bytes allocated at a.c:1");
  EXPECT_EQ(violation_text(ViolationFacts(DataRaceInHeap, {}, {{"a.c", 1}, {"a.c", 2}, {"a.c", 3}},
                                          {race::kAtomicRead, 4, race::kFree, 0, 3, 16})),
            "data race on byte 3 of a heap block of 16 bytes allocated at a.c:3: atomic read of 4 "
            "bytes at a.c:1, free at a.c:2");
  EXPECT_EQ(violation_text(ViolationFacts(FreedMemory, {}, {}, {1})),
            "writes to memory that has been freed");
}

TEST(ViolationText, ABriefOneLeavesOutWhatTheHeadlineSays) {
  const ViolationFacts assertion(AssertionFailed, {"void f(T) [T = int]", "x"}, {{"dir/a.c", 3}});
  EXPECT_EQ(brief_violation_text(assertion, place_at(3, "f<int>(int)")), "assertion 'x' failed");
  EXPECT_EQ(brief_violation_text(assertion, place_at(3)),
            "void f(T) [T = int]: assertion 'x' failed");
  EXPECT_EQ(brief_violation_text(assertion, place_at(4)), violation_text(assertion));
  const ViolationFacts race(DataRace, {"n"}, {{"a.c", 1}, {"a.c", 2}},
                            {race::kRead, 4, race::kWrite, 4});
  EXPECT_EQ(brief_violation_text(race, place_at(2)), "data race on n");
}

TEST(ViolationText, KnowsWhichPlacesItNames) {
  const ViolationFacts freed(DoubleFree, {}, {{"a.c", 12}});
  EXPECT_TRUE(names_place(freed, place_at(12)));
  EXPECT_FALSE(names_place(freed, place_at(1)));
  EXPECT_FALSE(names_place(ViolationFacts(AssertionFailed, {"f", "x"}, {{"a.c", 3}}), place_at(3)));
}

TEST(ViolationText, ErrorsThatViolationsDescribeAreToldInFull) {
  EXPECT_EQ(error_text(UserError("no such file")), "no such file");
  EXPECT_EQ(violation_text(ViolationFacts(ThrowsException, {"std::bad_alloc", "no memory"})),
            "uncaught exception std::bad_alloc: no memory");
  EXPECT_EQ(violation_text(ViolationFacts(ThrowsException, {"int", ""})), "uncaught exception int");
  EXPECT_EQ(error_text(ViolationError("p: the program failed before main: ", AbortCalled)),
            "p: the program failed before main: abort called");
  EXPECT_EQ(error_text(ViolationError("", {StepDiffers,
                                           {"main", "m", "", "main", "n", ""},
                                           {{"a.c", 1}, {}},
                                           {7, static_cast<std::int64_t>(OpKind::MutexLock),
                                            static_cast<std::int64_t>(OpKind::MutexUnlock)}})),
            "the program is not deterministic: after the same 7 steps it did\n  main: lock m at "
            "a.c:1\nand then\n  main: unlock n");
}

}  // namespace
}  // namespace skein
