// SPDX-License-Identifier: Apache-2.0
// Attributes of the process that the kernel keeps (process_state.cpp).
#pragma once

namespace skein::runtime {

// Puts the working folder and the umask back as they were before the first run. Call before a run.
void reset_process_state();

}  // namespace skein::runtime
