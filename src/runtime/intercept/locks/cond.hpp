// SPDX-License-Identifier: Apache-2.0
// Condition variables: the part that the rest of the runtime uses.
#pragma once

#include "core/ids.hpp"

namespace skein::runtime {

// If spurious wake-ups were asked for, allows a new agent one. (More would make every loop around a
// wait endless, and one is enough to show that the loop is missing.)
void allow_spurious_wakeup(AgentId agent);

}  // namespace skein::runtime
