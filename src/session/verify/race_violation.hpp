// SPDX-License-Identifier: Apache-2.0
// A data race that was found in a prefix, as a finding and in the words of a report.
#pragma once

#include "core/run.hpp"
#include "machine/detailed_run.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/prefix_races.hpp"

namespace skein::session {

// The run is one in which both accesses are the last two steps.
[[nodiscard]] Violation violation_of(const PrefixRace& race, const Prefix& prefix,
                                     ir::IrSystem& system, const Run& run);

// Both sides, in the order of the run.
[[nodiscard]] ViolationDetails details_of(const PrefixRace& race, ir::IrSystem& system,
                                          const DetailedRun& details);

}  // namespace skein::session
