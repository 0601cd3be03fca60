// SPDX-License-Identifier: Apache-2.0
// Races on carried memory (core/states.hpp).
//
// The accesses of an event are those of the local code after its operation, up to the agent's next
// event. So they happen before another event if that next event is in its history; the event itself
// being there is not enough. Two accesses to one cell race if at least one writes, one run contains
// both, and neither happens before the event of the other.
//
// A cell that races must not be carried. Whether the two accesses can really happen in one run
// depends, in an abstract system, on values.
#pragma once

#include <functional>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

struct CarriedRace {
  PrefixEventId first;
  PrefixEventId second;
  PlainAccess first_access;
  PlainAccess second_access;
};

// One for each pair of places and each cell. Incomplete if is_enough said so.
[[nodiscard]] std::vector<CarriedRace> find_carried_races(Prefix& prefix,
                                                          const std::function<bool()>& is_enough);

}  // namespace skein
