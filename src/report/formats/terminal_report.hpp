// SPDX-License-Identifier: Apache-2.0
// The report for people: the findings with their schedules, the statistics, and the verdict as the
// last line.
#pragma once

#include <string>

#include "report/report.hpp"
#include "report/words/text.hpp"

namespace skein {

// Ends with the verdict line. Shows the findings that have a counterexample.
[[nodiscard]] std::string terminal_report(const Report& report, const Style& style);

// The verdict line alone, coloured by verdict.
[[nodiscard]] std::string verdict_line(const Report& report, const Style& style);

// One line of progress, without a line break, of at most `width` columns. The most important part
// comes first: `estimate` (how much is done and how long the rest takes; may be empty), executions,
// rate, runs that showed a bug, time, memory, events, where the last run branched off. Parts that
// do not fit are left out, the last first; the executions are always shown.
[[nodiscard]] std::string progress_line(const Statistics& statistics, std::size_t depth,
                                        const std::string& estimate, std::size_t width);

// The estimate for an exploration whose number of runs is known: a sampling one.
[[nodiscard]] std::string sampling_estimate(const Statistics& statistics, double share);

}  // namespace skein
