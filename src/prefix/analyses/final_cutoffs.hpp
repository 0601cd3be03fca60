// SPDX-License-Identifier: Apache-2.0
// Cut-offs after which threads only end: exits and joins are all that can follow.
//
// [THESIS Example 37] has no such operations, so an event that is the last of its threads has
// nothing after it that could be cut off, and is not drawn as a cut-off there. Those that remain
// are the cut-offs of the thesis.
#pragma once

#include <cstdint>

#include "prefix/prefix.hpp"

namespace skein {

// What can follow is over-approximated by what follows a local state anywhere in the prefix, so
// some may not be counted. REQUIRES: the prefix is complete.
[[nodiscard]] std::uint64_t count_final_cutoffs(Prefix& prefix);

}  // namespace skein
