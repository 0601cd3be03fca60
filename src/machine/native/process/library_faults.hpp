// SPDX-License-Identifier: Apache-2.0
// Deadlocks that are the C++ library's own: a thread sleeps in a function that ought to return.
#pragma once

#include <optional>

#include "machine/detailed_run.hpp"

namespace skein {

// Whether the agent of this entry of run.pending, whose whole stack is given, sleeps in a function
// of the C++ library although what the function waits for has come: in an acquire of a semaphore
// whose count is above 0, or at a latch whose count is 0. Then a wake-up was lost inside the
// library. REQUIRES: the details of all steps are there.
[[nodiscard]] std::optional<LibraryFault> library_fault(const DetailedRun& run, std::size_t pending,
                                                        const Stack& stack);

}  // namespace skein
