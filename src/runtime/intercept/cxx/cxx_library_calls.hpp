// SPDX-License-Identifier: Apache-2.0
// What a call of a function of the C++ library does with the object that it is called for.
#pragma once

#include <cstdint>

namespace skein::runtime {

enum LibraryEffect : std::int32_t { kChanges = 1, kUsesInput = 2, kUsesOutput = 4 };

}  // namespace skein::runtime
