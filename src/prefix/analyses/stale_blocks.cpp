// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/stale_blocks.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace skein {

namespace {

class StaleBlocks {
 public:
  StaleBlocks(Prefix& prefix, const BlockPointers& names, std::uint64_t most)
      : prefix_(prefix), names_(names), most_(most) {}

  bool run() {
    const auto& events = prefix_.events();
    return std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
      const auto& blocks = names_.reused(prefix_[e].segment);
      if (blocks.empty() || prefix_[e].choice != 0) return false;  // the choices have one history
      return std::any_of(blocks.begin(), blocks.end(),
                         [&](BlockId block) { return is_stale(e, block); });
    });
  }

 private:
  enum class In : std::uint8_t { Local, Object, Record };

  bool points(In where, std::uint32_t value, BlockId block) {
    const auto [it, is_new] = known_.try_emplace({where, value, block});
    if (is_new) {
      it->second = where == In::Local    ? names_.in_local(ValueId{value}, block)
                   : where == In::Object ? names_.in_object(ValueId{value}, block)
                                         : names_.in_record(CarriedId{value}, block);
    }
    return it->second;
  }
  bool points(ComponentId c, ValueId value, BlockId block) {
    return points(prefix_.agent_of(c).is_none() ? In::Object : In::Local, value.value, block);
  }

  // The record of what e comes after.
  CarriedId record_before(PrefixEventId e) {
    std::vector<CarriedId> records;
    const auto add = [&](PrefixEventId cause) {
      if (!cause.is_none()) records.push_back(prefix_[cause].carried);
    };
    for (const Prefix::Touched& t : prefix_[e].touched) add(prefix_.chains()[t.saw].event);
    for (const PrefixEventId r : prefix_[e].seen_reads) add(r);
    return prefix_.system().join(records);
  }

  bool is_stale(PrefixEventId e, BlockId block) {
    const View K = prefix_.past(e);
    const AgentId own = prefix_[e].agent;
    if (points(In::Record, record_before(e).value, block)) return true;
    for (std::uint32_t c = 0; c < K.last.size(); ++c) {
      if (prefix_.agent_of(ComponentId{c}) == own) continue;
      if (points(ComponentId{c}, prefix_.chains()[K.last[c]].value, block)) return true;
    }
    // What other agents may have done meanwhile, as long as the event stays the same.
    for (std::uint32_t c = 0; c < prefix_.components(); ++c) {
      const AgentId agent = prefix_.agent_of(ComponentId{c});
      if (agent.is_none() || agent == own) continue;
      if (is_stale_concurrently(e, K, ComponentId{c}, block)) return true;
    }
    return false;
  }

  bool is_stale_concurrently(PrefixEventId e, const View& K, ComponentId agent, BlockId block) {
    const ChainId first = prefix_.last(K, agent);
    std::vector<ChainId> todo{first};
    while (!todo.empty()) {
      if (++looks_ > most_) return true;
      const ChainId n = todo.back();
      todo.pop_back();
      if (n != first) {
        if (!prefix_.fit(K, prefix_.view(n))) continue;
        View both = K;
        prefix_.merge(both, prefix_.view(n));
        const PrefixEventId next = prefix_.next_event(both, prefix_[e].before);
        if (next != first_of(e)) continue;
        const Prefix::Event& event = prefix_[prefix_.chains()[n].event];
        if (points(In::Record, event.carried.value, block)) return true;
        for (const Prefix::Touched& t : event.touched) {
          if (points(t.component, t.value, block)) return true;
        }
      }
      for (const Chains::Child& child : prefix_.chains()[n].children) {
        if (prefix_.may_fit(K, child)) todo.push_back(child.node);
      }
    }
    return false;
  }

  // The first choice of the event's operation; choices have consecutive numbers.
  PrefixEventId first_of(PrefixEventId e) const {
    return PrefixEventId{e.index() - prefix_[e].choice};
  }

  Prefix& prefix_;
  const BlockPointers& names_;
  std::uint64_t most_;
  std::uint64_t looks_ = 0;
  std::map<std::tuple<In, std::uint32_t, BlockId>, bool> known_;
};

}  // namespace

bool has_stale_blocks(Prefix& prefix, const BlockPointers& names, std::uint64_t most) {
  return StaleBlocks(prefix, names, most).run();
}

}  // namespace skein
