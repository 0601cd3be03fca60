// SPDX-License-Identifier: Apache-2.0
// Signals (signals.cpp).
#pragma once

#include "core/ids.hpp"

namespace skein::runtime::signals {

// Actions and masks are again as before main. Call before a run.
void reset();

// A new thread begins with the mask of its creator, and no pending signal.
void inherit(AgentId creator, AgentId child);

}  // namespace skein::runtime::signals
