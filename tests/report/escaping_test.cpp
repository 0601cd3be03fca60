// SPDX-License-Identifier: Apache-2.0
// What the program's own text becomes in XML and in URIs.
#include <gtest/gtest.h>

#include "core/run.hpp"
#include "report/formats/junit.hpp"
#include "report/formats/sarif.hpp"
#include "report/words/finding_kinds.hpp"

namespace skein {
namespace {

TEST(XmlText, Escapes) {
  EXPECT_EQ(xml_text("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(xml_text("two\nlines"), "two&#10;lines");
}

TEST(XmlText, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(xml_text(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(xml_text("\x1b[31m"), "?[31m");
  EXPECT_EQ(xml_text("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
            "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(xml_text("\xff"), "?");
  EXPECT_EQ(xml_text("\xc3"), "?");                 // cut short
  EXPECT_EQ(xml_text("\xc0\xaf"), "??");            // overlong
  EXPECT_EQ(xml_text("\xe0\x80\xaf"), "???");       // overlong
  EXPECT_EQ(xml_text("\xed\xa0\x80"), "???");       // a surrogate
  EXPECT_EQ(xml_text("\xef\xbf\xbf"), "???");       // U+FFFF
  EXPECT_EQ(xml_text("\xf4\x90\x80\x80"), "????");  // beyond U+10FFFF
}

TEST(PathToUri, Escapes) {
  EXPECT_EQ(path_to_uri("src/a b.c"), "src/a%20b.c");
  EXPECT_EQ(path_to_uri("/x/100%#?.c"), "file:///x/100%25%23%3F.c");
  EXPECT_EQ(path_to_uri("a:b.c"), "a%3Ab.c");  // else it would be a scheme
}

TEST(FindingKinds, DescribeEveryKind) {
  EXPECT_EQ(finding_kinds().size(), kFindingKinds);
  for (std::size_t i = 0; i < kFindingKinds; ++i) {
    const auto kind = static_cast<FindingKind>(i);
    EXPECT_EQ(finding_kinds()[index_of_kind(kind)].kind, kind);
    EXPECT_EQ(index_of_kind(kind), i);
    EXPECT_EQ(finding_kind_named(name(kind)), kind);
  }
  EXPECT_FALSE(finding_kind_named("race_top"));
  EXPECT_EQ(name(finding_kind_of(ViolationKind::LockMisuse)), "lock-misuse");
}

}  // namespace
}  // namespace skein
