// SPDX-License-Identifier: Apache-2.0
// Large variables that nothing has touched when main begins.
//
// Some programs have a hundred megabytes of variables that begin as zeros, and use a few pages of
// them. The kernel gives these pages memory only when they are touched. A copy of them would give
// memory to all of them, and as much again to the copy: starting the program, and copying its page
// tables for a snapshot, would then take longer than most runs. So these pages are not part of the
// saved image. The reset clears those that some run has touched.
//
// On kernels that do not say which pages were touched (before Linux 6.7) everything is copied.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime::untouched {

// Calls `save` with the parts of [begin, end) that belong in the saved image, and takes charge of
// the rest. Pages from `zeros` on have no file behind them.
void split(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t zeros,
           void (*save)(std::uintptr_t begin, std::uintptr_t end));

// Whether split() has kept anything back.
[[nodiscard]] bool are_any();

// The end of the range of kept back pages that contains the address; 0 if there is none.
[[nodiscard]] std::uintptr_t end_of_range(std::uintptr_t address);

// Looks for pages that were touched for the first time.
void find_touched();
// Calls `take` with each page that was ever touched.
void for_each_touched(void (*take)(char* begin, std::size_t size));
[[nodiscard]] std::size_t count_touched();
// Clears what was touched.
void clear();

}  // namespace skein::runtime::untouched
