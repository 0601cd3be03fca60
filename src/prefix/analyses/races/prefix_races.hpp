// SPDX-License-Identifier: Apache-2.0
// Data races, from a complete prefix: two accesses of the same bytes by different agents, at least
// one a write, not both atomic, neither of which happens before the other. The end of a heap block
// is a write of all of it.
//
// They are found in two ways.
//
// *At once*: both agents are about to execute their accesses. Every reachable state is that of a
// configuration without cut-offs; there, both accesses are events, cut-offs perhaps, and both see
// the same last write of a common object. So pairs of events that see the same write are looked at,
// and it is a race if their pasts fit together and have neither of the two.
//
// If every operation that depends on another one also synchronises with it, this finds a race
// wherever there is one, without clocks. If two accesses of some run are not ordered by
// happens-before, take the first such pair: before it, plain accesses that conflict are ordered.
// What happens before one or the other of the two, in the order in which it happened, is a run too:
// each read finds its write, each lock was released. At its end both are about to be executed.
//
// *By clocks* (ordered_races.hpp), where some operation does not: a relaxed access reads what it
// does not synchronise with, an attempt to lock fails, a signal wakes a thread. Then two accesses
// may be ordered by causality in every run, and not by happens-before. The same holds after a race.
// So clocks are only needed if the prefix has such operations, or races.
//
// Clocks are not part of a state, so such a race may lie beyond cut-offs only. Where that is
// possible and no race was found, a second prefix is built, whose states have what matters of the
// clocks (race_histories.hpp).
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "prefix/analyses/races/step_accesses.hpp"
#include "prefix/prefix.hpp"

namespace skein {

struct PrefixRace {
  PrefixEventId first;
  PrefixEventId second;
  MemoryAccess first_access;
  MemoryAccess second_access;
  std::uint64_t address = 0;  // the first byte that both access
  bool is_at_once = true;     // else the first access is in the history of the second
  View before;                // a configuration after which both, or the second, can be executed
};

struct RaceSearch {
  std::vector<PrefixRace> found;   // one for each pair of instructions
  std::unique_ptr<Prefix> larger;  // the prefix whose events they are; null: the one searched
  bool is_complete = true;         // else is_enough stopped it
  bool may_lack_races = false;     // the second prefix became too large
};

// `options` are those that the prefix was built with. `is_enough`: whether a budget is used up.
[[nodiscard]] RaceSearch find_races(Prefix& prefix, const Prefix::Options& options,
                                    const std::function<bool()>& is_enough);

// Only the races of accesses that are possible at once. `is_false`: whether a race cannot happen;
// then another race of the same instructions may be found in its place. Empty: all can.
[[nodiscard]] RaceSearch find_races_at_once(
    Prefix& prefix, const std::function<bool()>& is_enough,
    const std::function<bool(const PrefixRace&)>& is_false = {});

// The races found so far, one for each pair of instructions.
class FoundRaces {
 public:
  explicit FoundRaces(std::vector<PrefixRace>& races) : races_(races) {}

  [[nodiscard]] bool has(const MemoryAccess& a, const MemoryAccess& b) const {
    return known_.contains(pair_of(a, b));
  }
  void add(PrefixRace race) {
    known_.insert(pair_of(race.first_access, race.second_access));
    races_.push_back(std::move(race));
  }

 private:
  using Side = std::pair<std::uint64_t, bool>;
  [[nodiscard]] static std::pair<Side, Side> pair_of(const MemoryAccess& a, const MemoryAccess& b) {
    const Side one{a.code, a.is_write};
    const Side other{b.code, b.is_write};
    return other < one ? std::pair(other, one) : std::pair(one, other);
  }

  std::vector<PrefixRace>& races_;
  std::set<std::pair<Side, Side>> known_;
};

}  // namespace skein
