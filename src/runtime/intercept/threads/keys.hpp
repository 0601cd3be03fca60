// SPDX-License-Identifier: Apache-2.0
// pthread keys: thread-specific data with destructors. The runtime keeps them because the threads
// are ours.
#pragma once

namespace skein::runtime {

// Call when a thread ends.
void run_key_destructors();
void reset_keys();

}  // namespace skein::runtime
