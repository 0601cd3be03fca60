// SPDX-License-Identifier: Apache-2.0
// A data race found in a prefix, as a violation and as details for a report.
#pragma once

#include "core/run.hpp"
#include "machine/detailed_run.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/prefix_races.hpp"

namespace skein::session {

// REQUIRES: the two accesses are the last two steps of the run.
[[nodiscard]] Violation violation_of(const PrefixRace& race, const Prefix& prefix,
                                     ir::IrSystem& system, const Run& run);

// Both sides, in the order of the run.
[[nodiscard]] ViolationDetails details_of(const PrefixRace& race, ir::IrSystem& system,
                                          const DetailedRun& details);

}  // namespace skein::session
