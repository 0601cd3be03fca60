// SPDX-License-Identifier: Apache-2.0
// Which agents are about to touch what. The index serves agents whose steps mostly have nothing to
// do with a new event, so that two threads that work independently cost no more than each alone.
// For every component it knows the next nodes of an agent's chain at which the agent is about to
// touch that component. It is built when a walk (fitting_walk.hpp) first gets too long, and kept up
// to date from then on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/random.hpp"
#include "prefix/prefix.hpp"

namespace skein {

class PendingIndex {
 public:
  explicit PendingIndex(Prefix& prefix) : prefix_(prefix) {}

  // The nodes that fit [e] and at which an agent's next step clashes with e: the same as
  // FittingWalk::clashing, sorted. `moved`: the agents that e moved. Valid until the next call.
  [[nodiscard]] const std::vector<ChainId>& find(PrefixEventId e,
                                                 std::span<const ComponentId> moved);

 private:
  // The key of the nodes at which an agent touches the component next: the node of its touch before
  // (or its root), and the write it saw then (or none).
  struct Key {
    ChainId from;
    ComponentId component;
    ChainId saw;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return mix64((static_cast<std::uint64_t>(key.from.value) << 32U) + key.saw.value +
                   mix64(key.component.value));
    }
  };

  void enter(ChainId n);
  void find_pending(ComponentId agent, const Prefix::Touched& t, const View& v);
  void add_next(ChainId from, ComponentId c, ChainId saw, const View& v);
  [[nodiscard]] ChainId nearest_pending(ChainId n, ComponentId c);
  [[nodiscard]] ChainId saw_at(ChainId n, ComponentId c) const;

  Prefix& prefix_;
  std::unordered_map<Key, std::vector<ChainId>, KeyHash> next_;
  std::size_t indexed_ = 0;  // number of nodes
  std::vector<ChainId> found_;
  std::vector<ChainId> todo_;  // of find_pending
};

}  // namespace skein
