// SPDX-License-Identifier: Apache-2.0
// Random C programs whose threads wait in loops, for random_spins_test.cpp.
#pragma once

#include <cstdint>
#include <string>

namespace skein::test {

// The C function `static void program_N(void)`: two or three threads with atomic stores, loads,
// additions, locked and plain accesses, and loops of many shapes that wait for a value; or threads
// that take several locks and back off, while others notice it. What they share lies in a global,
// on the heap or on main's own stack. Its last act is an atomic store of what they left behind to
// `outcome`.
[[nodiscard]] std::string spinning_function(std::uint64_t seed, std::uint64_t number);

// A whole program: main runs the function that its argument names.
[[nodiscard]] std::string spinning_file(std::uint64_t first_seed, std::uint64_t count);

}  // namespace skein::test
