// SPDX-License-Identifier: Apache-2.0
// The report as JUnit XML, which most CI systems show as a test result.
//
// The program is one test case, so that CI can follow its history by name: passed if clean, failed
// if there is a bug (all findings in the text of the one failure), skipped if the exploration is
// incomplete (neither can be said), an error if skein could not do its work.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace skein {

[[nodiscard]] std::string to_junit(const Report& report);

// Text as the contents of an element or an attribute's value: what XML cannot hold (control
// characters, broken UTF-8) becomes '?'.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace skein
