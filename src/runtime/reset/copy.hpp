// SPDX-License-Identifier: Apache-2.0
// Copies of a few kilobytes. libc's memcpy uses `rep movsb` from 2 KiB on, which profiles showed to
// be slow; with these loops the whole reset became faster.
#pragma once

#include <cstddef>

namespace skein::runtime {

// Asks the processor what it supports. Until then, and if it supports no more, copies take 16 bytes
// at a time.
void detect_wide_copies();

void copy_bytes(char* to, const char* from, std::size_t size);

}  // namespace skein::runtime
