// SPDX-License-Identifier: Apache-2.0
// Deadlocks in a complete prefix: configurations in which nobody can go on and somebody would.
//
// A reachable deadlock is the state of a configuration without cut-offs (completeness), in which
// every agent stands at a node of its chain where it is finished, halted or disabled. The search
// picks such a node for each agent in turn, walking down the chains and leaving out what does not
// fit what was picked before; conflicts being binary, what fits pairwise is a configuration. Only
// nodes at which an agent can be kept waiting are picked; most have no such operation, and if
// nobody can be kept waiting at all there is nothing to search.
//
// Before that, nodes are struck out for which nobody can be the reason to wait: an agent waits
// because of the value of some object that it touches, and that value was written last in the
// history of some agent's node. To a fixpoint, this leaves nothing in most programs without
// deadlocks.
//
// Sections (StateSystem::is_in_section): who has to wait in the middle of one shows nothing, it
// began too early. Who is about to begin one waits if it cannot get to its end (section_ends.hpp).
//
// Livelocks are searched in the same way: somebody goes round in a loop that only reads, the others
// do so too, wait, or are gone. Nobody writes, so nothing will ever change. An agent can only be in
// such a loop if its local state is on a cycle of events that only read. Loops that take locks and
// give them back as well come second: there the states that follow are searched
// (livelock_cycles.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

// A configuration after which nothing happens any more.
struct Standstill {
  View view;
  std::vector<AgentId> spinning;  // a livelock: who goes round; empty for a deadlock
  std::vector<Move> beyond;  // steps of a section that begins there, up to where it has to wait
};

struct StandstillSearch {
  std::vector<Standstill> found;  // one for each set of stuck agents and where they stand
  std::uint64_t looked_at = 0;    // partial configurations
  bool is_complete = true;        // false: stopped by is_enough
};

[[nodiscard]] StandstillSearch find_deadlocks(Prefix& prefix,
                                              const std::function<bool()>& is_enough);

// Looks at no more than `most` partial configurations.
[[nodiscard]] StandstillSearch find_livelocks(Prefix& prefix, std::uint64_t most,
                                              const std::function<bool()>& is_enough);

}  // namespace skein
