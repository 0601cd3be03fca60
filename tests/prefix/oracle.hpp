// SPDX-License-Identifier: Apache-2.0
// The oracle of the prefix: what an explicit breadth-first search finds in any machine with states.
#pragma once

#include <cstdint>
#include <string>

#include "core/states.hpp"
#include "prefix/prefix.hpp"

namespace skein::testing {

enum class Tried : std::uint8_t { Compared, TooLarge };

// Expects that the prefix of the system represents exactly the reachable states, the operations
// executable in each, the deadlocks and the faults. `forgets`: its table of states is emptied at
// random moments, by the seed. `what` is shown on failure.
Tried compare_with_search(StateSystem& system, AdequateOrder order, bool forgets,
                          std::uint64_t seed, const std::string& what);

}  // namespace skein::testing
