// SPDX-License-Identifier: Apache-2.0
// The words of gaps, reservations and warnings: every code has its own, made from its facts.
#include "report/words/remark_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>

namespace skein {
namespace {

TEST(RemarkText, EveryCodeHasWordsAndANameOfItsOwn) {
  std::set<std::string> texts;
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kRemarkCodes; ++i) {
    const auto code = static_cast<RemarkCode>(i);
    const std::string text = remark_text({code, {"subject", "other"}, {1, 2, 3}});
    EXPECT_FALSE(text.empty()) << name(code);
    EXPECT_TRUE(texts.insert(text).second) << name(code) << ": " << text;
    EXPECT_TRUE(names.insert(name(code)).second) << name(code);
  }
  EXPECT_TRUE(names.contains("SequentialConsistency"));
}

TEST(RemarkText, CountsThings) {
  EXPECT_EQ(remark_text({RemarkCode::TooManyRacingWords, 1024}),
            "more than 1,024 words race: not all their orders were explored");
  EXPECT_EQ(remark_text({RemarkCode::FindingsMayBePrevented, 1}),
            "1 finding (see the warnings) may be prevented by what was not seen");
  EXPECT_EQ(remark_text({RemarkCode::ArgumentsAtMost, 2}),
            "for at most 2 arguments of at most 8 characters");
  EXPECT_EQ(remark_text({RemarkCode::RacesInShareOfMemory, 125'000'000}),
            "data races were looked for in 12.5% of the memory");
  EXPECT_EQ(remark_text({RemarkCode::ExitStatusOfExecutions, {}, {7, 3, 1200}}),
            "3 of 1,200 executions ended with exit status 7");
}

TEST(RemarkText, NamesTheFirstFewFunctionsAndAllLibraries) {
  const Remark unseen{RemarkCode::UnseenAtomics,
                      {"libb.so", "push", "liba.so", "", "libb.so", "pop", "libc.so", "x"}};
  EXPECT_EQ(remark_text(unseen),
            "threads executed atomic operations that skein did not see: push in libb.so, liba.so, "
            "pop in libb.so and 1 more (build it with skein cc, or "
            "--trust-unseen=liba.so,libb.so,libc.so)");
  EXPECT_EQ(remark_text({RemarkCode::LibraryLoadedLate, {std::string("a\nb.so")}}),
            "a b.so was loaded in a run and not looked at");
}

TEST(RemarkText, SaysWhichFinding) {
  EXPECT_EQ(remark_text({RemarkCode::FindingSeenOnceOnly, {}, {}, ViolationFacts{}}),
            "seen once, but not again in the same schedule: deadlock");
  EXPECT_EQ(remark_text({RemarkCode::FindingSeenOnceOnly,
                         {},
                         {},
                         {ViolationCode::ConditionIsFalse, {std::string("n < 4")}}}),
            "seen once, but not again in the same schedule: assertion: assertion failed: n < 4");
}

TEST(RemarkText, FollowsASentence) {
  EXPECT_EQ(remarks_text({}), "");
  EXPECT_EQ(remarks_text({RemarkCode::SequentialConsistency, RemarkCode::NoSignals}),
            "; under sequential consistency; without signals from outside");
}

}  // namespace
}  // namespace skein
