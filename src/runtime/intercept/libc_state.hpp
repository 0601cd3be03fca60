// SPDX-License-Identifier: Apache-2.0
// Library functions with a state of their own: what of it is ours (libc_state.cpp).
#pragma once

namespace skein::runtime {

// Before a run.
void reset_libc_state();

}  // namespace skein::runtime
