// SPDX-License-Identifier: Apache-2.0
// What each agent may still touch, from a complete prefix, and which agents can be followed alone.
//
// In a complete prefix every step that an agent can ever take is an event. So its local states,
// with the events between them, form a graph, and what the agent may touch later is what is touched
// somewhere beyond its local state. A set of agents is *persistent* in a state if no agent outside
// the set will ever touch, in a way that clashes, what the agents of the set are about to touch.
// Then the set can still take the same steps, whatever the others do first [Godefroid; Valmari]. A
// search that follows only the agents of such a set, as long as one of them can move, reaches every
// state without successors, and finds an infinite run if there is one:
//
// - Take a run from the state that ends where no agent can move, or never ends. If an agent of the
//   set moves in it, the first such move clashes with nothing before it, and could have come first.
// - If no agent of the set moves, those that can move still can, whatever came before. So the run
//   does not end; and with that move in front it is still infinite.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

class PersistentSets {
 public:
  // REQUIRES: the prefix is complete.
  explicit PersistentSets(Prefix& prefix);

  // Whether some agent may return to a local state while it lives. If none can, each takes finitely
  // many steps, creates finitely many others, and every run ends.
  [[nodiscard]] bool has_cycle() const { return has_cycle_; }

  // A persistent set with an agent that can move, the smallest that was found. Arguments by agent:
  // its local state, and whether it can move. REQUIRES: some agent can move.
  [[nodiscard]] const std::vector<std::uint32_t>& choose(std::span<const ValueId> locals,
                                                         std::span<const char> can_move);

 private:
  using Bits = std::vector<std::uint64_t>;
  // The components touched, and those written.
  struct Touches {
    Bits touched;
    Bits written;
  };

  [[nodiscard]] const Touches& future(std::uint32_t agent, ValueId local) const;
  [[nodiscard]] bool clashes(std::uint32_t agent, ValueId local, const Touches& with) const;
  void close(std::span<const ValueId> locals, std::vector<std::uint32_t>& set);

  Prefix& prefix_;
  std::vector<std::vector<std::uint32_t>> next_;  // by local state
  std::vector<Touches> futures_;                  // by local state
  std::vector<Touches> of_agent_;                 // by agent: everything it may ever do
  // By local state: the components about to be touched; true: written.
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> pending_;
  Touches nothing_;
  std::vector<char> is_alive_;  // by agent: alive, or may be created
  std::vector<std::uint32_t> chosen_;
  std::vector<std::uint32_t> tried_;
  bool has_cycle_ = false;
};

}  // namespace skein
