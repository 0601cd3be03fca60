// SPDX-License-Identifier: Apache-2.0
// How a prefix is built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "prefix/chains.hpp"

namespace skein {

enum class AdequateOrder : std::uint8_t {
  Size,   // fewer events [McMillan]
  Total,  // then by how often each label occurs, then by Foata normal form [ERV]
};

struct PrefixOptions {
  bool has_cutoffs = true;
  AdequateOrder order = AdequateOrder::Total;
  // States with equal hashes are taken for equal: smaller, and not exact.
  bool is_compact = false;
  // Asked after every event; true stops the construction. Null: never.
  std::function<bool()> is_enough;
  // Called for every event, causes first, once the event has been executed: a number for what else
  // must be equal for a cut-off, besides the state; 0 before all events. Null: nothing.
  std::function<std::uint32_t(PrefixEventId)> more_state;
  // The most bytes that the table of states may take; beyond that it is emptied. 0: no limit.
  std::size_t most_state_bytes = 0;
  // Asked before every event: whether to empty the table of states now. Null: never.
  std::function<bool()> is_time_to_forget;
  // Events after which a system that can widen (StateSystem::widen_sooner) is asked to.
  std::uint64_t patience = 4'000;
  // A node with this many children or more looks them up by the write they saw, instead of trying
  // all.
  std::size_t many_children = 24;
  // Extensions are searched by a walk down the chains, up to this many nodes of agents, then by an
  // index.
  std::size_t most_nodes_walked = 64;
};

}  // namespace skein
