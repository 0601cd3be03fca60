// SPDX-License-Identifier: Apache-2.0
// Condition variables: what the rest of the runtime needs to know.
#pragma once

#include "core/ids.hpp"

namespace skein::runtime {

// If spurious wake-ups were asked for, gives a new agent one of its own. (More would make every
// loop around a wait endless, and one is enough to show that the loop is missing.)
void allow_spurious_wakeup(AgentId agent);

}  // namespace skein::runtime
