// SPDX-License-Identifier: Apache-2.0
// Which rows of a schedule are shown, if there is not room for all.
//
// The schedule ends at the failure. The accesses of a race that are not steps themselves get rows
// of their own. If the rows do not fit, first steps of one agent on the same line become one row,
// then rows are left out: those that matter least to other agents first, from the beginning. The
// failure, the accesses of a race and the step that decided are always shown.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "report/counterexample.hpp"

namespace skein {

// Even where there is room for everything, the middle of longer schedules is left out.
inline constexpr std::size_t kMostStepsShown = 200;

struct ScheduleRow {
  std::size_t first = 0;  // steps
  std::size_t last = 0;
  // Index into the accesses, if the row is an access in the local code of the step `last`.
  std::optional<std::size_t> access;
  bool is_left_out = false;  // with the rows next to it that are: one line says how many steps
};

// The accesses of a race that are in the step's row: the step itself, or its local code.
[[nodiscard]] bool is_step_itself(const Counterexample& counterexample,
                                  const CounterexampleAccess& access);

// `lines_of` says how many lines a row takes; `most_lines` 0: there is room for everything.
[[nodiscard]] std::vector<ScheduleRow> schedule_rows(
    const Counterexample& counterexample, std::size_t most_lines,
    const std::function<std::size_t(const ScheduleRow&)>& lines_of);

// The number of steps after the failure, which are not shown.
[[nodiscard]] std::size_t steps_after_failure(const Counterexample& counterexample);

}  // namespace skein
