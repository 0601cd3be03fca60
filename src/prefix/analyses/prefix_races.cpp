// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/prefix_races.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace skein {

namespace {

bool is_memory_operation(OpKind kind) {
  switch (kind) {
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw: return true;
    default: return false;
  }
}

class RacePairSearch {
 public:
  RacePairSearch(Prefix& prefix, const std::function<bool()>& is_enough)
      : prefix_(prefix), is_enough_(is_enough) {}

  RaceSearch run() {
    // By object and the write that the access saw.
    std::map<std::pair<ComponentId, ChainId>, std::vector<PrefixEventId>> groups;
    for (const PrefixEventId e : prefix_.events()) {
      const Prefix::Event& event = prefix_[e];
      if (!is_memory_operation(event.kind) || event.choice != 0) continue;
      if (accesses_of(e).empty()) continue;
      for (const Prefix::Touched& t : event.touched) {
        if (prefix_.agent_of(t.component).is_none()) groups[{t.component, t.saw}].push_back(e);
      }
    }
    for (const auto& [key, events] : groups) {
      look_at(events);
      if (!result_.is_complete) break;
    }
    return std::move(result_);
  }

 private:
  // One race for each pair of instructions.
  using Side = std::pair<std::uint64_t, bool>;

  const std::vector<MemoryAccess>& accesses_of(PrefixEventId e) {
    const ValueId local = prefix_.chains()[prefix_[e].before].value;
    const auto [it, is_new] = accesses_.try_emplace(local);
    if (is_new) it->second = prefix_.system().accesses(local);
    return it->second;
  }

  void look_at(const std::vector<PrefixEventId>& events) {
    const auto has = [&](auto is_it) {
      return std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
        return std::any_of(accesses_of(e).begin(), accesses_of(e).end(), is_it);
      });
    };
    if (!has([](const MemoryAccess& a) { return a.is_write; }) ||
        !has([](const MemoryAccess& a) { return !a.is_atomic; })) {
      return;
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
      for (std::size_t j = i + 1; j < events.size(); ++j) {
        if (prefix_[events[i]].agent != prefix_[events[j]].agent) {
          compare(events[i], events[j]);
        }
        if (is_enough_ && (++looks_ & 255U) == 0 && is_enough_()) {
          result_.is_complete = false;
          return;
        }
      }
    }
  }

  void compare(PrefixEventId e, PrefixEventId f) {
    std::optional<View> before;
    for (const MemoryAccess& a : accesses_of(e)) {
      for (const MemoryAccess& b : accesses_of(f)) {
        const bool is_conflict = (a.is_write || b.is_write) && !(a.is_atomic && b.is_atomic) &&
                                 a.address < b.address + b.length &&
                                 b.address < a.address + a.length;
        if (!is_conflict) continue;
        Side one{a.code, a.is_write};
        Side other{b.code, b.is_write};
        if (other < one) std::swap(one, other);
        if (known_.contains({one, other})) continue;
        if (!before) before = common_past(e, f);
        if (!before) return;
        known_.insert({one, other});
        result_.found.push_back(PrefixRace{e, f, a, b, std::max(a.address, b.address), *before});
      }
    }
  }

  // The pasts of both, if they fit together and neither event is in the other's past.
  std::optional<View> common_past(PrefixEventId e, PrefixEventId f) {
    const Prefix::Event& one = prefix_[e];
    const Prefix::Event& other = prefix_[f];
    // Mostly a lock separates them, which shows in what the agents did before.
    if (!prefix_.fit(prefix_.view(one.before), prefix_.view(other.before))) return std::nullopt;
    View before = prefix_.past(e);
    const View past = prefix_.past(f);
    if (!prefix_.fit(before, past)) return std::nullopt;
    prefix_.merge(before, past);
    const bool are_both_next =
        prefix_.last(before, prefix_.component_of(one.agent)) == one.before &&
        prefix_.last(before, prefix_.component_of(other.agent)) == other.before;
    return are_both_next ? std::optional(std::move(before)) : std::nullopt;
  }

  Prefix& prefix_;
  const std::function<bool()>& is_enough_;
  std::map<ValueId, std::vector<MemoryAccess>> accesses_;
  std::set<std::pair<Side, Side>> known_;
  std::uint64_t looks_ = 0;
  RaceSearch result_;
};

}  // namespace

RaceSearch find_races(Prefix& prefix, const std::function<bool()>& is_enough) {
  return RacePairSearch(prefix, is_enough).run();
}

}  // namespace skein
