// SPDX-License-Identifier: Apache-2.0
// Signals that order threads without a promise.
//
// A signal comes before the wake-up that it causes, and after the wait that it ends. Happens-before
// has neither order, only that of the waiting threads' mutex. A signal sent with that mutex locked
// is ordered both ways by it. One sent without it may leave accesses unordered that are never
// possible at once.
#pragma once

#include "prefix/prefix.hpp"

namespace skein {

// Whether some agent signals a condition without holding the mutex that others wait with.
// REQUIRES: the prefix is complete.
[[nodiscard]] bool has_signal_without_lock(const Prefix& prefix);

}  // namespace skein
