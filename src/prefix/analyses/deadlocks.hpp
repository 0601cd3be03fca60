// SPDX-License-Identifier: Apache-2.0
// Deadlocks in a complete prefix: configurations in which no agent can move and some agent is not
// finished.
//
// A reachable deadlock is the state of a configuration without cut-offs (completeness), in which
// every agent is at a node of its chain where it is finished, halted or disabled. The search picks
// such a node for each agent in turn. It walks down the chains and skips nodes that do not fit the
// earlier picks; conflicts are binary, so nodes that fit pairwise form a configuration. Only nodes
// at which an agent can be kept waiting are picked. Most have no such operation, and if no agent
// can be kept waiting there is nothing to search.
//
// Before that, nodes without a possible reason to wait are removed. An agent waits because of the
// value of some object it touches, and that value was written last in the history of some agent's
// node. Repeated to a fixpoint, this leaves nothing in most programs without deadlocks.
//
// Sections (StateSystem::is_in_section): an agent that waits inside a section shows nothing,
// because it entered too early. An agent that is about to enter a section waits if it cannot reach
// the end (section_ends.hpp).
//
// Livelocks are searched in the same way: some agents repeat loops that only read, and all others
// wait or are gone. No agent writes, so nothing will ever change. An agent can only be in such a
// loop if its local state is on a cycle of events that only read. Loops that also take and release
// locks come second: for these, the states that follow are searched (livelock_cycles.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

// A configuration after which nothing changes any more.
struct Standstill {
  View view;
  std::vector<AgentId> spinning;  // the agents in a livelock; empty for a deadlock
  std::vector<Move> beyond;       // steps of a section that begins there, up to where it waits
};

struct StandstillSearch {
  std::vector<Standstill> found;  // one for each set of stuck agents and their places
  std::uint64_t looked_at = 0;    // number of partial configurations
  bool is_complete = true;        // false: stopped by is_enough
};

// `is_false`: whether a standstill cannot happen; then another one with the same stuck agents and
// places may be found in its place. Empty: all can.
[[nodiscard]] StandstillSearch find_deadlocks(
    Prefix& prefix, const std::function<bool()>& is_enough,
    const std::function<bool(const Standstill&)>& is_false = {});

// Looks at no more than `most` partial configurations.
[[nodiscard]] StandstillSearch find_livelocks(Prefix& prefix, std::uint64_t most,
                                              const std::function<bool()>& is_enough);

}  // namespace skein
