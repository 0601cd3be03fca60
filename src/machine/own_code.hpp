// SPDX-License-Identifier: Apache-2.0
// Which places are in the user's own code, and which in libraries.
//
// A lock is taken inside std::mutex, a thread created inside std::thread, and a message handled
// inside our own headers; the interesting line is the user's that led there.
#pragma once

#include "machine/source_details.hpp"

namespace skein {

// Whether the place is in a library: in headers of the system or of skein, or in code without
// lines.
[[nodiscard]] bool is_of_library(const Place& place);

// The frames in the user's own code; the whole stack if there are none.
[[nodiscard]] Stack own_frames(const Stack& stack);

// The function of a library that the innermost of the user's own functions has called; null if
// there is none.
[[nodiscard]] const Place* called_by_own(const Stack& stack);

}  // namespace skein
