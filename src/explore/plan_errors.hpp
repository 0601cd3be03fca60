// SPDX-License-Identifier: Apache-2.0
// Our own bugs, reported with the plan that led there.
//
// An explorer stops with an InternalError when a run contradicts its theory. The plan is in the
// message, so that the run can be repeated.
#pragma once

#include <string_view>

#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// Throws an InternalError that names the explorer and spells out the plan.
[[noreturn]] void fail_with_plan(std::string_view explorer, std::string_view what,
                                 const Plan& plan);

// Fails unless the run followed the plan's prefix to its end or met a bound on the way.
void ensure_followed(std::string_view explorer, const Run& run, const Plan& plan);

}  // namespace skein
