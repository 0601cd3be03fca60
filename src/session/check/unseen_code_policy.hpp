// SPDX-License-Identifier: Apache-2.0
// How far to trust the exploration of a real program: synchronisation that was executed unseen, and
// bugs that did not show again, make a verdict incomplete.
#pragma once

#include <optional>

#include "machine/native/native_machine.hpp"
#include "report/report.hpp"
#include "session/settings.hpp"

namespace skein::session {

// Synchronisation that skein did not see is named in the report. It is a gap or, if the user trusts
// the library (--trust-unseen), a reservation. Races and steps that never end then become warnings
// instead of bugs, since the unseen synchronisation may have kept the two accesses apart, or may
// have been what the step waited for. So do races of a program whose libraries synchronise, unless
// `qpor` came to its end: it then has executed the two accesses in both orders.
void judge_unseen(const NativeMachine& machine, const NativeSettings& settings, Report& report);

// Why runs may contradict each other although the program is deterministic: unseen code, or a data
// race. `is_instrumented`: the program was built by skein cc. Empty if no such cause is known.
[[nodiscard]] std::optional<RemarkCode> cause_of_contradiction(const NativeMachine& machine,
                                                               const Report& report,
                                                               bool is_instrumented);

// A finding that its schedule did not show again is not a bug of the program: it is moved from the
// findings to the gaps. REQUIRES: the findings have their counterexamples.
void drop_unrepeated(Report& report);

}  // namespace skein::session
