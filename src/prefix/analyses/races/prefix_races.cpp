// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/races/prefix_races.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "prefix/analyses/races/event_clocks.hpp"
#include "prefix/analyses/races/ordered_races.hpp"
#include "prefix/analyses/races/race_histories.hpp"
#include "prefix/builder.hpp"

namespace skein {

namespace {

// How much larger the second prefix may be.
constexpr std::uint64_t kMoreForHistories = 20;
constexpr std::uint64_t kSomeEvents = 1000;

class AtOnceSearch {
 public:
  AtOnceSearch(Prefix& prefix, StepAccesses& accesses, FoundRaces& found,
               const std::function<bool()>& is_enough,
               std::function<bool(const PrefixRace&)> is_false = {})
      : prefix_(prefix),
        accesses_(accesses),
        found_(found),
        is_enough_(is_enough),
        is_false_(std::move(is_false)) {}

  // False if is_enough stopped it.
  bool run() {
    // By object and the write of it that was seen.
    std::map<std::pair<ComponentId, ChainId>, std::vector<PrefixEventId>> groups;
    std::vector<PrefixEventId> ends;  // of blocks
    for (const PrefixEventId e : prefix_.events()) {
      const std::vector<MemoryAccess>& accesses = accesses_.of(e);
      if (accesses.empty()) continue;
      if (accesses.front().is_free) {
        if (is_memory_there(e)) ends.push_back(e);
        continue;
      }
      for (const Prefix::Touched& t : prefix_[e].touched) {
        if (prefix_.agent_of(t.component).is_none()) groups[{t.component, t.saw}].push_back(e);
      }
    }
    // A block is large, and most of it was never accessed.
    for (const PrefixEventId e : ends) {
      for (const Prefix::Touched& t : prefix_[e].touched) {
        const auto group = groups.find({t.component, t.saw});
        if (group != groups.end()) group->second.push_back(e);
      }
    }
    return std::all_of(groups.begin(), groups.end(),
                       [&](const auto& group) { return look_at(group.second); });
  }

 private:
  // Else it is freed twice: an error of its own.
  [[nodiscard]] bool is_memory_there(PrefixEventId e) const {
    const std::vector<Prefix::Touched>& touched = prefix_[e].touched;
    return std::none_of(touched.begin(), touched.end(), [&](const Prefix::Touched& t) {
      return prefix_.agent_of(t.component).is_none() && prefix_.chains()[t.saw].value.is_absent();
    });
  }

  // False if is_enough stopped it.
  bool look_at(const std::vector<PrefixEventId>& events) {
    const auto has = [&](auto is_it) {
      return std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
        return std::any_of(accesses_.of(e).begin(), accesses_.of(e).end(), is_it);
      });
    };
    if (!has([](const MemoryAccess& a) { return a.is_write; }) ||
        !has([](const MemoryAccess& a) { return !a.is_atomic; })) {
      return true;
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
      for (std::size_t j = i + 1; j < events.size(); ++j) {
        if (prefix_[events[i]].agent != prefix_[events[j]].agent) {
          compare(events[i], events[j]);
        }
        if (is_enough_ && (++looks_ & 255U) == 0 && is_enough_()) return false;
      }
    }
    return true;
  }

  void compare(PrefixEventId e, PrefixEventId f) {
    std::optional<View> before;
    for (const MemoryAccess& a : accesses_.of(e)) {
      for (const MemoryAccess& b : accesses_.of(f)) {
        if (!conflict(a, b) || found_.has(a, b)) continue;
        if (!before) before = common_past(e, f);
        if (!before) return;
        PrefixRace race{e, f, a, b, std::max(a.address, b.address), true, *before};
        if (!is_false_ || !is_false_(race)) found_.add(std::move(race));
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
  StepAccesses& accesses_;
  FoundRaces& found_;
  const std::function<bool()>& is_enough_;
  const std::function<bool(const PrefixRace&)> is_false_;
  std::uint64_t looks_ = 0;
};

// Whether what depends on such an operation may not be ordered by happens-before.
bool orders_without_promise(OpKind kind) {
  switch (kind) {
    case OpKind::MutexTryLock:
    case OpKind::SemTryWait:
    case OpKind::SemGetValue:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::CondSignal:
    case OpKind::CondBroadcast: return true;
    default: return false;
  }
}

bool needs_clocks(const Prefix& prefix, StepAccesses& accesses) {
  return std::any_of(prefix.events().begin(), prefix.events().end(), [&](PrefixEventId e) {
    const std::vector<MemoryAccess>& all = accesses.of(e);
    return orders_without_promise(prefix[e].kind) ||
           std::any_of(all.begin(), all.end(), [](const MemoryAccess& a) { return a.is_weak; });
  });
}

// A prefix with its clocks.
class ClockedPrefix {
 public:
  explicit ClockedPrefix(Prefix& prefix) : prefix_(prefix) {}

  [[nodiscard]] StepAccesses& accesses() { return accesses_; }
  [[nodiscard]] HappensBefore& happens_before() { return happens_before_; }

  void add_all() {
    for (const PrefixEventId e : prefix_.events()) happens_before_.add(e);
  }
  // False if is_enough stopped it. REQUIRES: all events were added.
  bool find_ordered_races(FoundRaces& found, const std::function<bool()>& is_enough) {
    return OrderedRaceSearch(prefix_, accesses_, happens_before_, found).run(is_enough);
  }

 private:
  Prefix& prefix_;
  StepAccesses accesses_{prefix_};
  HappensBefore happens_before_{prefix_, accesses_};
};

// Whether an event was cut off because of one with another history.
bool has_unlike_cutoff(const Prefix& prefix, RaceHistories& histories) {
  return std::any_of(prefix.events().begin(), prefix.events().end(), [&](PrefixEventId e) {
    return prefix[e].is_cutoff && histories.of(e) != histories.of(prefix[e].corresponding);
  });
}

// Once more, with histories as a part of the states.
void find_with_histories(const AccessesByObject& all, Prefix::Options options,
                         const Prefix& smaller, RaceSearch& result) {
  const std::function<bool()> is_enough = std::move(options.is_enough);
  const std::uint64_t most = kMoreForHistories * (smaller.statistics().events + kSomeEvents);
  auto prefix = std::make_unique<Prefix>(smaller.system());
  options.is_enough = [&] {
    result.is_complete = !(is_enough && is_enough());
    return !result.is_complete || prefix->statistics().events > most;
  };
  ClockedPrefix clocked(*prefix);
  RaceHistories histories(*prefix, clocked.accesses(), clocked.happens_before(), all);
  options.more_state = [&](PrefixEventId e) {
    clocked.happens_before().add(e);
    return histories.of(e);
  };
  result.may_lack_races = !build(*prefix, options);
  FoundRaces found(result.found);
  if (result.is_complete) {
    result.is_complete = clocked.find_ordered_races(found, is_enough);
  }
  if (!result.found.empty()) result.larger = std::move(prefix);
}

}  // namespace

RaceSearch find_races_at_once(Prefix& prefix, const std::function<bool()>& is_enough,
                              const std::function<bool(const PrefixRace&)>& is_false) {
  RaceSearch result;
  FoundRaces found(result.found);
  ClockedPrefix clocked(prefix);
  result.is_complete = AtOnceSearch(prefix, clocked.accesses(), found, is_enough, is_false).run();
  return result;
}

RaceSearch find_races(Prefix& prefix, const Prefix::Options& options,
                      const std::function<bool()>& is_enough) {
  RaceSearch result;
  FoundRaces found(result.found);
  ClockedPrefix clocked(prefix);
  result.is_complete = AtOnceSearch(prefix, clocked.accesses(), found, is_enough).run();
  if (!result.is_complete) return result;
  if (result.found.empty() && !needs_clocks(prefix, clocked.accesses())) return result;
  clocked.add_all();
  result.is_complete = clocked.find_ordered_races(found, is_enough);
  if (!result.is_complete || !result.found.empty()) return result;
  const AccessesByObject all(prefix, clocked.accesses());
  RaceHistories histories(prefix, clocked.accesses(), clocked.happens_before(), all);
  if (!has_unlike_cutoff(prefix, histories)) return result;
  Prefix::Options more = options;
  more.is_enough = is_enough;
  find_with_histories(all, std::move(more), prefix, result);
  return result;
}

}  // namespace skein
