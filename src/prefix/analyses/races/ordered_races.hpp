// SPDX-License-Identifier: Apache-2.0
// Data races of two accesses that causality orders and happens-before does not: the first is in the
// history of the second, whose clock does not know it.
//
// For each access the accesses before it are looked at, up the chain of each object that it
// touches. The search ends at a plain write of all its bytes that happens before it: whatever does
// not happen before that write races with the write. It ends also where the memory was allocated.
#pragma once

#include <functional>
#include <vector>

#include "prefix/analyses/races/event_clocks.hpp"
#include "prefix/analyses/races/prefix_races.hpp"
#include "prefix/analyses/races/step_accesses.hpp"
#include "prefix/prefix.hpp"

namespace skein {

class OrderedRaceSearch {
 public:
  OrderedRaceSearch(Prefix& prefix, StepAccesses& accesses, HappensBefore& happens_before,
                    FoundRaces& found)
      : prefix_(prefix), accesses_(accesses), happens_before_(happens_before), found_(found) {}

  // False if is_enough stopped it. REQUIRES: happens_before has all events.
  bool run(const std::function<bool()>& is_enough);

 private:
  void look_before(PrefixEventId f);
  void look_up(PrefixEventId f, const Prefix::Touched& touched);
  // The reads of an object between two writes of it: `write` saw the one before.
  void look_at_reads(PrefixEventId f, PrefixEventId write, const Prefix::Touched& touched);
  // Returns whether nothing before e needs to be looked at.
  bool compare(PrefixEventId e, PrefixEventId f);
  [[nodiscard]] bool is_plain(PrefixEventId e);
  void note_plain(PrefixEventId e);

  Prefix& prefix_;
  StepAccesses& accesses_;
  HappensBefore& happens_before_;
  FoundRaces& found_;
  // By node: the nearest node, upwards from it and itself included, with a plain access (of its
  // event, or of a read before it). Of long chains of atomic operations nothing else matters to
  // another atomic operation.
  std::vector<ChainId> nearest_plain_;
};

}  // namespace skein
