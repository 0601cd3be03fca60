// The report for people: the findings with their schedules, the figures, and as the last line
// the verdict.
#pragma once

#include <string>

#include "report/report.hpp"
#include "report/text.hpp"

namespace skein {

// So many findings are shown; the others are counted.
inline constexpr std::size_t kMostFindingsShown = 10;

// Ends with the verdict's line. Shows the findings that have an account.
[[nodiscard]] std::string terminal_report(const Report& report, const Style& style);

// The last line alone, coloured by verdict.
[[nodiscard]] std::string verdict_line(const Report& report, const Style& style);

// One line for the time in between, without a line break: executions, rate, events, runs that
// showed a bug, memory; where the last run branched off, and how much is done by an estimate, from
// 0 (not known) to 1, with how long the rest takes.
[[nodiscard]] std::string progress_line(const Figures& figures, std::size_t depth, double done);

}  // namespace skein
