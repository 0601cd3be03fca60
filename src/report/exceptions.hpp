// SPDX-License-Identifier: Apache-2.0
// Findings that fail nothing (acceptance.hpp), as numbers and words: the verdict stays honest about
// them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "report/report.hpp"
#include "report/words/text.hpp"

namespace skein {

// The number of findings that the terminal shows; the others are only counted.
inline constexpr std::size_t kMostFindingsShown = 10;

// Whether a finding makes the verdict "bug". One without a counterexample does.
[[nodiscard]] bool has_failing_finding(const Report& report);
[[nodiscard]] bool has_exceptions(const Report& report);

// "suppressed", "known" and "tolerated", with the numbers of these.
[[nodiscard]] std::array<std::pair<std::string_view, std::size_t>, 3> accepted_counts(
    const Report& report);

// "2 suppressed findings and 1 known finding"; empty if there are none.
[[nodiscard]] std::string exceptions_in_words(const Report& report);

// "2 bugs found, besides 1 suppressed finding".
[[nodiscard]] std::string bugs_in_words(const Report& report);

// What comes after an exception in its run was not explored, unless it is a race. Empty, or
// preceded by "; ".
[[nodiscard]] std::string hidden_by_exceptions(const Report& report);

// For the terminal: a line for each known finding, and how many are suppressed; if verbose, a line
// for each of these too, and for each suppression that matched nothing.
[[nodiscard]] std::string accepted_text(const Report& report, const Style& style);

}  // namespace skein
