// SPDX-License-Identifier: Apache-2.0
// What an exploration of a real program may be believed: synchronisation that was executed unseen,
// and bugs that did not show again, make a verdict incomplete.
#pragma once

#include <optional>
#include <string>

#include "machine/native/native_machine.hpp"
#include "report/report.hpp"
#include "session/settings.hpp"

namespace skein::session {

// Synchronisation that skein did not see: named in the report; a gap unless the user trusts the
// library (--trust-unseen), then a reservation. Races and steps
// that never end are not told as bugs then, since what was not seen may have kept the two apart, or
// have been waited for: they become warnings.
void judge_unseen(const NativeMachine& machine, const NativeSettings& settings, Report& report);

// Why runs may contradict each other although the program is deterministic: what was not seen, a
// data race. `is_instrumented`: the program was built by skein cc. Empty: for no reason of its own.
[[nodiscard]] std::optional<std::string> cause_of_contradiction(const NativeMachine& machine,
                                                                const Report& report,
                                                                bool is_instrumented);

// A finding whose schedule did not show it again is not a bug of the program: it leaves the
// findings and becomes a gap. REQUIRES: the findings have their counterexamples.
void drop_unrepeated(Report& report);

}  // namespace skein::session
