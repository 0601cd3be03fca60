// SPDX-License-Identifier: Apache-2.0
// Copying a few kilobytes. libc's memcpy takes `rep movsb` from 2 KiB on, and profiles showed
// much time there; with these loops the whole reset was faster.
#pragma once

#include <cstddef>

namespace skein::runtime {

// Looks at what the processor has. Until then, and where it has no more, 16 bytes go at a time.
void detect_wide_copies();

void copy_bytes(char* to, const char* from, std::size_t size);

}  // namespace skein::runtime
