// SPDX-License-Identifier: Apache-2.0
// Putting the process back to where it was just before main, between two runs.
//
// Saved are the writable segments of the program and of every shared library but ours, the TLS
// blocks and thread descriptors, main's heap, and the part of the stack that holds arguments and
// environment. Read-only-after-relocation data cannot change and is left out.
#pragma once

#include <cstdint>

namespace skein::runtime {

// Remembers the present state as the one to come back to. May be called again.
void save_image();

// Undoes what the last run did.
void reset_image();

// Whether these pages are all variables (or other memory from before main) that the reset puts
// back.
bool is_in_image(std::uintptr_t begin, std::uintptr_t end);

}  // namespace skein::runtime
