// SPDX-License-Identifier: Apache-2.0
// Restores the process, between two runs, to its state just before main.
//
// The image consists of the writable segments of the program and of every shared library except
// ours, the TLS blocks and thread descriptors, main's heap, and the part of the stack that holds
// arguments and environment. Data that is read-only after relocation cannot change and is left out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime {

// Saves the present state as the one to restore. May be called again.
void save_image();

// Undoes the changes of the last run.
void reset_image();

// Looks for pages that were written for the first time, of the image and of the runtime's own
// memory (own_memory.hpp).
void find_written();
// Calls `take` with every part of the image that some run has written.
void for_each_written(void (*take)(char* begin, std::size_t size));
// The number of its pages that are known to be written: it only grows.
[[nodiscard]] std::size_t count_written();
// Whether the kernel tells which pages are written.
[[nodiscard]] bool is_image_watched();

// Whether these pages consist of variables, or of other memory from before main, that the reset
// restores.
bool is_in_image(std::uintptr_t begin, std::uintptr_t end);

}  // namespace skein::runtime
