// SPDX-License-Identifier: Apache-2.0
// Signals (signals.cpp).
#pragma once

#include <signal.h>

#include "core/ids.hpp"

namespace skein::runtime::signals {

// Actions and masks are again as before main. Call before a run.
void reset();

// A new thread begins with the mask of its creator, and no pending signal.
void inherit(AgentId creator, AgentId child);
// It begins with this mask instead.
void set_first_mask(AgentId child, const sigset_t& mask);

// Whether a wait with this mask (null: the thread's own) could be interrupted by a handler.
[[nodiscard]] bool would_interrupt(const sigset_t* mask);

}  // namespace skein::runtime::signals
