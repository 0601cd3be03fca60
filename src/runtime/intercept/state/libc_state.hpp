// SPDX-License-Identifier: Apache-2.0
// The part of libc's internal state that the runtime keeps itself (libc_state.cpp).
#pragma once

namespace skein::runtime {

// Call before a run.
void reset_libc_state();

}  // namespace skein::runtime
