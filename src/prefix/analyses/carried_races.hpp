// SPDX-License-Identifier: Apache-2.0
// Races on carried memory (core/states.hpp): two events access the same cell, at least one writes,
// neither is in the history of the other, and one run contains both.
//
// Such accesses are not ordered by synchronisation, so their cell must not be carried. Whether the
// two accesses can really happen in one run depends, in an abstract system, on values.
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
