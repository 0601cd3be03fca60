// SPDX-License-Identifier: Apache-2.0
// The runtime's own memory, as far as runs write it: variables and private heap.
//
// The reset never touches it, since every module clears what it needs when a run begins. A snapshot
// in the same process (saved_states.hpp) must put it back like the program's. So its pages are
// watched as those of the program are (written_pages.hpp), from the first snapshot on, and what
// any run has written belongs to every snapshot.
//
// Only what has to outlive runs is left out: variables in the section "skein_kept". A variable
// belongs there if it says something about the process, not about the run: the number of the next
// request, page faults counted so far, the snapshots themselves.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime::own_memory {

// Begins to watch. Returns whether the kernel can do that. REQUIRES: no run is going on.
bool watch();
[[nodiscard]] bool is_watched();

// Looks for pages that were written for the first time.
void find_written();
void for_each_written(void (*take)(char* begin, std::size_t size));
// The number of pages found so far.
[[nodiscard]] std::size_t count_written();

// Changes that stay when memory is put back: address space was mapped, private memory was given
// out. A snapshot from before such a change would not know of it, and is dropped.
[[gnu::visibility("hidden")]] extern std::uint64_t lasting_changes;
inline void note_lasting_change() { ++lasting_changes; }

}  // namespace skein::runtime::own_memory
