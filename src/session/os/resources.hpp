// SPDX-License-Identifier: Apache-2.0
// Time and memory, in which budgets are measured.
#pragma once

#include <cstdint>

namespace skein::session {

[[nodiscard]] double monotonic_seconds();
// The processor time of this process: for budgets that decide what is found, so that the load of
// the machine does not.
[[nodiscard]] double processor_seconds();
[[nodiscard]] std::uint64_t resident_kb();       // now
[[nodiscard]] std::uint64_t peak_resident_kb();  // at most, since the start
// Three quarters of the memory that this machine, or our group of processes, may use: with more,
// the kernel may kill us, and nothing would be reported.
[[nodiscard]] std::uint64_t usable_kb();

}  // namespace skein::session
