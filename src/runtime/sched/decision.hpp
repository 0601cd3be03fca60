// SPDX-License-Identifier: Apache-2.0
// Decides which agent takes the next step: by the plan's prefix, then by the scheduler
// (core/scheduler.hpp), which follows the plan's policy, sleep set and bounds.
//
// Most steps belong to a prefix. These are taken without the scheduler, which would look at all
// agents; the prefix names one.
#pragma once

#include "runtime/boot/exchange.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

// Takes over the channel's plan or, with Wanted::Beginning, the known beginning of the plan to
// come.
void begin_plan(Wanted wanted);

// Decides the next step and writes it to the channel; does not return if the run ends here.
Agent& decide();

// Whether the run may be continued under other plans (runtime/snapshot). The plan must not ask for
// more than steps, and the scheduler must be able to begin at the end of its prefix.
[[nodiscard]] bool allows_snapshots();

// Whether the plan in the channel begins with the steps taken so far, and can be followed from
// here.
[[nodiscard]] bool can_continue_plan();

// Whether the plan in the channel, or its known beginning, begins with the first `steps` steps of
// the last run, and a run can be continued there.
[[nodiscard]] bool begins_with(std::uint32_t steps, Wanted wanted);

// Goes on from here under the channel's plan, or under the known beginning of the plan to come.
// Each begins with the steps taken so far.
void continue_plan(Wanted wanted);

// Returns at once if the plan is in the channel. If the run began ahead of the plan, waits for the
// plan and abandons the run: it did not take the steps that the explorer expected.
void abandon_if_ahead();

}  // namespace skein::runtime
