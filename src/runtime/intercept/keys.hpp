// SPDX-License-Identifier: Apache-2.0
// pthread keys: thread-specific data with destructors, kept by us because the threads are ours.
#pragma once

namespace skein::runtime {

// What a thread does with its keys when it ends.
void run_key_destructors();
void reset_keys();

}  // namespace skein::runtime
