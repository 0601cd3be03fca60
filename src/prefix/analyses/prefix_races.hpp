// SPDX-License-Identifier: Apache-2.0
// Data races, from a complete prefix: two agents are about to access the same bytes, at least one
// writes, and not both accesses are atomic.
//
// For a program under sequential consistency this is the race of the happens-before relation, found
// without clocks. If two such accesses of some run are not ordered by synchronisation, take the
// first such pair: before it, plain accesses that conflict are ordered by synchronisation. What
// happens before one or the other of the two, in the order in which it happened, is a run too: each
// read finds its write, each lock was given back. At its end both are about to be executed. (That
// needs every atomic read to order what it reads from: DEVIATION for relaxed operations, which do
// not, and after which a race is not found here.)
//
// Every reachable state is that of a configuration without cut-offs; there, both accesses are
// events, cut-offs perhaps, and both see the same last write of a common object. So pairs of events
// that see the same write are looked at, and it is a race if their pasts fit together and have
// neither of the two.
#pragma once

#include <functional>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

struct PrefixRace {
  PrefixEventId first;
  PrefixEventId second;
  MemoryAccess first_access;
  MemoryAccess second_access;
  std::uint64_t address = 0;  // the first byte that both access
  View before;                // a configuration after which both can be executed
};

struct RaceSearch {
  std::vector<PrefixRace> found;  // one for each pair of instructions
  bool is_complete = true;        // else is_enough stopped it
};

[[nodiscard]] RaceSearch find_races(Prefix& prefix, const std::function<bool()>& is_enough);

}  // namespace skein
