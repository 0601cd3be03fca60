// SPDX-License-Identifier: Apache-2.0
#include "session/verify/stale_names.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace skein::session {

namespace {

class Search {
 public:
  Search(Prefix& prefix, ir::IrSystem& system, std::uint64_t most,
         const std::function<bool()>& is_enough)
      : prefix_(prefix), system_(system), most_(most), is_enough_(is_enough) {}

  bool run() {
    for (const PrefixEventId e : prefix_.events()) {
      const auto& names = names_for(prefix_.chains()[prefix_[e].before].value);
      if (names.empty() || prefix_[e].choice != 0) continue;
      // A pointer to a freed block can be copied, but not made. So a component without one when the
      // name is chosen has none when the block is made.
      if (std::all_of(names.begin(), names.end(), [&](const auto& n) { return is_stale(e, n); })) {
        return true;
      }
      if (looks_ > most_ || (is_enough_ && is_enough_())) return true;
    }
    return false;
  }

 private:
  const std::vector<ir::IrSystem::Made>& names_for(ValueId local) {
    const auto [it, is_new] = names_.try_emplace(local);
    if (is_new) it->second = system_.names_for(local);
    return it->second;
  }

  bool points(ComponentId c, ValueId value) {
    const bool is_agent = !prefix_.agent_of(c).is_none();
    const auto [it, is_new] = points_.try_emplace({is_agent, value, block_});
    if (is_new) {
      it->second = is_agent ? system_.thread_points_to(value, block_)
                            : system_.object_points_to(value, block_);
    }
    return it->second;
  }

  // REQUIRES: e is the first of its choices.
  bool is_stale(PrefixEventId e, const ir::IrSystem::Made& made) {
    const View K = prefix_.past(e);
    const ComponentId cell = prefix_.component_of(made.object);
    if (prefix_.last(K, cell) == prefix_.root(cell)) return false;  // the first block of this name
    block_ = made.block;
    const AgentId own = prefix_[e].agent;
    for (std::uint32_t c = 0; c < K.last.size(); ++c) {
      if (prefix_.agent_of(ComponentId{c}) == own) continue;
      if (points(ComponentId{c}, prefix_.chains()[K.last[c]].value)) return true;
    }
    // What other agents may have done meanwhile, as long as the event stays the same.
    for (std::uint32_t c = 0; c < prefix_.components(); ++c) {
      const AgentId agent = prefix_.agent_of(ComponentId{c});
      if (agent.is_none() || agent == own) continue;
      std::vector<ChainId> todo{prefix_.last(K, ComponentId{c})};
      while (!todo.empty()) {
        if (++looks_ > most_) return true;
        const ChainId n = todo.back();
        todo.pop_back();
        if (n != prefix_.last(K, ComponentId{c})) {
          if (!prefix_.fit(K, prefix_.view(n))) continue;
          View both = K;
          prefix_.merge(both, prefix_.view(n));
          if (prefix_.next_event(both, prefix_[e].before) != e) continue;
          for (const Prefix::Touched& t : prefix_[prefix_.chains()[n].event].touched) {
            if (points(t.component, t.value)) return true;
          }
        }
        for (const Chains::Child& child : prefix_.chains()[n].children) {
          if (prefix_.may_fit(K, child)) todo.push_back(child.node);
        }
      }
    }
    return false;
  }

  struct Asked {
    bool is_agent = false;
    ValueId value;
    BlockId block;
    auto operator<=>(const Asked&) const = default;
  };

  Prefix& prefix_;
  ir::IrSystem& system_;
  std::uint64_t most_;
  const std::function<bool()>& is_enough_;
  std::uint64_t looks_ = 0;
  BlockId block_;
  std::map<ValueId, std::vector<ir::IrSystem::Made>> names_;
  std::map<Asked, bool> points_;
};

}  // namespace

bool gives_stale_names(Prefix& prefix, ir::IrSystem& system, std::uint64_t most,
                       const std::function<bool()>& is_enough) {
  return Search(prefix, system, most, is_enough).run();
}

}  // namespace skein::session
