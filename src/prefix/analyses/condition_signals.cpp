// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/condition_signals.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace skein {

namespace {

std::vector<ComponentId> objects_of(const Prefix& prefix, const Prefix::Event& event) {
  std::vector<ComponentId> objects;
  for (const Prefix::Touched& t : event.touched) {
    if (prefix.agent_of(t.component).is_none()) objects.push_back(t.component);
  }
  return objects;
}

// Whether the agent has locked the mutex before e, and not unlocked it since. Attempts do not
// count: they may have failed.
bool holds(const Prefix& prefix, PrefixEventId e, ComponentId mutex) {
  const AgentId agent = prefix[e].agent;
  ChainId n = prefix[e].before;
  while (true) {
    const PrefixEventId d = prefix.chains()[n].event;
    if (d.is_none() || prefix[d].agent != agent) return false;
    const std::vector<ComponentId> objects = objects_of(prefix, prefix[d]);
    if (std::find(objects.begin(), objects.end(), mutex) != objects.end()) {
      switch (prefix[d].kind) {
        case OpKind::MutexLock:
        case OpKind::CondWake:
        case OpKind::CondTimedWake: return true;
        case OpKind::MutexUnlock:
        case OpKind::CondWait: return false;
        default: break;
      }
    }
    n = prefix[d].before;
  }
}

}  // namespace

bool has_signal_without_lock(const Prefix& prefix) {
  std::map<ComponentId, std::set<ComponentId>> mutexes;  // by condition
  for (const PrefixEventId e : prefix.events()) {
    if (prefix[e].kind != OpKind::CondWait) continue;
    const std::vector<ComponentId> both = objects_of(prefix, prefix[e]);
    mutexes[both.at(0)].insert(both.at(1));
  }
  const auto is_without_lock = [&](PrefixEventId e) {
    const OpKind kind = prefix[e].kind;
    if (kind != OpKind::CondSignal && kind != OpKind::CondBroadcast) return false;
    const auto waited = mutexes.find(objects_of(prefix, prefix[e]).at(0));
    return waited != mutexes.end() &&
           !std::all_of(waited->second.begin(), waited->second.end(),
                        [&](ComponentId mutex) { return holds(prefix, e, mutex); });
  };
  return std::any_of(prefix.events().begin(), prefix.events().end(), is_without_lock);
}

}  // namespace skein
