// SPDX-License-Identifier: Apache-2.0
// Memory that the program maps itself: mmap and its relatives.
//
// Addresses are names, as on the heap (heap.hpp): an agent's mappings must have the same addresses
// in every schedule. So each agent has its own range of addresses, takes the next ones, and uses
// none twice within a run. After a run all of it is unmapped, and the program break is restored.
// Changes to mappings from before the run cannot be undone in place: they are refused, unless every
// run has a separate process (--reset=fork).
#pragma once

#include <cstddef>

namespace skein::runtime {

// Memory for the runtime itself, from the kernel; null if there is none.
void* map_private(std::size_t size, int flags = 0);

// Calls `take` with every writable mapping that was made before main: they are part of the image.
void for_each_early_mapping(void (*take)(char* begin, std::size_t size));

// Records the program break at the beginning of a run.
void save_mappings();
void reset_mappings();
// Whether there is anything to undo.
[[nodiscard]] bool has_changed_mappings();

}  // namespace skein::runtime
