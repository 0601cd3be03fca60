// SPDX-License-Identifier: Apache-2.0
// Snapshots in the executor itself: for runs of some microseconds to some milliseconds, for which a
// process (run_snapshots.hpp) would cost more than it saves.
//
// At chosen steps the run's memory is copied (saved_states.hpp). When the run has ended, nothing is
// reset: the executor waits for the next plan, or for as much of its beginning as the uppermost
// copy stands for, puts back the deepest copy that the plan shares, and drops those above it. If
// there is none, it resets as usual and begins at main.
//
// Whether and where copies are made is decided as for processes (placement.hpp), by what they cost
// and save. Runs that are too short to gain anything are only timed.
#pragma once

#include <cstdint>

#include "runtime/boot/exchange.hpp"
#include "runtime/snapshot/placement.hpp"

namespace skein::runtime::in_place {

// A run begins at main, under a plan that allows snapshots. Returns whether its snapshots are of
// this kind; then it must be timed, and first_look() says at which step to look first.
bool begin_run();
[[nodiscard]] std::uint32_t first_look();
// The number of steps from one look to the next.
[[nodiscard]] std::uint32_t stride();

// The run may be copied here, after `now` ticks, `since` of them since the last copy or since main.
// Returns true if a copy was made, or if the run is now continued from it. Then `now` is right for
// the run that goes on.
bool look(snapshots::Ticks now, snapshots::Ticks since);

void note_run(snapshots::Ticks ticks, std::uint32_t steps);

// For the executor's loop. Waits for a plan, or for its beginning.
[[nodiscard]] Wanted await_request();
// Whether the memory of the last run must stay as it is.
[[nodiscard]] bool is_holding();
// Puts back the deepest copy that the plan, or its known beginning, shares. Returns false if there
// is none; then all copies are dropped.
bool put_back(Wanted wanted);
void drop_all();

}  // namespace skein::runtime::in_place
