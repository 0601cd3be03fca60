// SPDX-License-Identifier: Apache-2.0
// Data races, from a complete prefix: two agents are about to access the same bytes, at least one
// writes, and not both accesses are atomic.
//
// Under sequential consistency this is the race of the happens-before relation, found without
// clocks. Suppose two such accesses of some run are not ordered by synchronisation, and take the
// first such pair: before it, all conflicting plain accesses are ordered by synchronisation. The
// steps that happen before one of the two, in their order, form a run too: each read finds its
// write, each lock was released. At its end both accesses are about to be executed. (This needs
// every atomic read to be ordered after the write it reads from. DEVIATION: relaxed operations give
// no such order, and a race after one is not found here.)
//
// Every reachable state is that of a configuration without cut-offs. There both accesses are
// events, perhaps cut-offs, and both see the same last write of a common object. So the search
// tries pairs of events that see the same write; such a pair is a race if their pasts fit together
// and contain neither of the two.
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
  bool is_complete = true;        // false: stopped by is_enough
};

[[nodiscard]] RaceSearch find_races(Prefix& prefix, const std::function<bool()>& is_enough);

}  // namespace skein
