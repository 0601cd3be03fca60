// SPDX-License-Identifier: Apache-2.0
// Prunes a cut before the search for its executable parts: removes the steps that are in none of
// them.
//
// The last operation must be possible after an executable cut. So the cut contains everything that
// happens before that operation, and nothing that keeps it from being executed. A lock that the cut
// takes and does not release must not be taken. A needed message without its end in the cut keeps
// its handler busy: other messages of that handler without their ends must not have begun. The same
// holds for the message of the last operation itself. All this can be read from the vector clocks,
// and it leaves the search little to choose: nothing at all in the paper's programs.
#pragma once

#include "explore/event_dpor/event_cut.hpp"

namespace skein::event {

// Removes the steps that are in no executable cut after which the last operation is possible. False
// if there is no such cut.
[[nodiscard]] bool prune(const Scene& scene, Cut& cut);

// prune() as far as it does not depend on the handlers.
[[nodiscard]] bool prune_for_last(const Scene& scene, Cut& cut);

// The last operation as it would be after the cut.
[[nodiscard]] Operation last_operation(const Scene& scene, const Cut& cut);

}  // namespace skein::event
