// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/races/ordered_races.hpp"

#include <algorithm>

namespace skein {

bool OrderedRaceSearch::run(const std::function<bool()>& is_enough) {
  std::uint64_t looks = 0;
  for (const PrefixEventId e : prefix_.events()) {
    note_plain(e);
    look_before(e);
    if (is_enough && (++looks & 255U) == 0 && is_enough()) return false;
  }
  return true;
}

bool OrderedRaceSearch::is_plain(PrefixEventId e) {
  const std::vector<MemoryAccess>& all = accesses_.of(e);
  return std::any_of(all.begin(), all.end(), [](const MemoryAccess& a) { return !a.is_atomic; });
}

void OrderedRaceSearch::note_plain(PrefixEventId e) {
  const Prefix::Event& event = prefix_[e];
  bool has_plain = is_plain(e);
  for (const PrefixEventId r : event.seen_reads) has_plain = has_plain || is_plain(r);
  for (const Prefix::Touched& t : event.touched) {
    if (t.wrote.is_none() || !prefix_.agent_of(t.component).is_none()) continue;
    if (nearest_plain_.size() <= t.wrote.index()) nearest_plain_.resize(prefix_.chains().size());
    const bool is_root = prefix_.chains()[t.saw].event.is_none();
    nearest_plain_[t.wrote.index()] = has_plain ? t.wrote
                                      : is_root ? ChainId{}
                                                : nearest_plain_[t.saw.index()];
  }
}

void OrderedRaceSearch::look_before(PrefixEventId f) {
  if (accesses_.of(f).empty()) return;
  const Prefix::Event& event = prefix_[f];
  const auto is_object = [&](const Prefix::Touched& t) {
    return prefix_.agent_of(t.component).is_none();
  };
  for (const Prefix::Touched& t : event.touched) {
    const Chains::Node& before = prefix_.chains()[t.saw];
    if (!is_object(t) || !before.value.is_absent()) continue;
    // The memory is not there: an error of its own, and a race with the end of the block. (As
    // `check` has it: an atomic operation ends with the error.)
    if (!before.event.is_none() && is_plain(f)) compare(before.event, f);
    return;
  }
  for (const Prefix::Touched& t : event.touched) {
    if (is_object(t)) look_up(f, t);
  }
}

void OrderedRaceSearch::look_up(PrefixEventId f, const Prefix::Touched& touched) {
  const Chains& chains = prefix_.chains();
  const bool needs_all = is_plain(f);
  const bool is_write = touched.access == Access::Write;
  if (is_write) look_at_reads(f, f, touched);
  ChainId n = touched.saw;
  while (true) {
    if (!chains[n].event.is_none() && !needs_all) {
      n = nearest_plain_[n.index()];
      if (n.is_none()) return;
    }
    const PrefixEventId w = chains[n].event;
    if (w.is_none() || chains[n].value.is_absent()) return;
    if (compare(w, f)) return;
    const std::vector<Prefix::Touched>& all = prefix_[w].touched;
    if (is_write && !prefix_[w].seen_reads.empty()) {
      look_at_reads(f, w, *std::find_if(all.begin(), all.end(), [&](const Prefix::Touched& t) {
                      return t.component == touched.component;
                    }));
    }
    n = chains[n].parent;
  }
}

void OrderedRaceSearch::look_at_reads(PrefixEventId f, PrefixEventId write,
                                      const Prefix::Touched& touched) {
  for (const PrefixEventId r : prefix_[write].seen_reads) {
    const std::vector<Prefix::Touched>& all = prefix_[r].touched;
    const bool is_of_object = std::any_of(all.begin(), all.end(), [&](const Prefix::Touched& t) {
      return t.component == touched.component && t.saw == touched.saw;
    });
    if (is_of_object) compare(r, f);
  }
}

bool OrderedRaceSearch::compare(PrefixEventId e, PrefixEventId f) {
  const bool is_ordered = prefix_[e].agent == prefix_[f].agent || happens_before_.is_before(e, f);
  bool covers = is_ordered;
  for (const MemoryAccess& b : accesses_.of(f)) {
    bool covers_this = false;
    for (const MemoryAccess& a : accesses_.of(e)) {
      if (!is_ordered && conflict(a, b) && !found_.has(a, b)) {
        found_.add(PrefixRace{e, f, a, b, std::max(a.address, b.address), false, prefix_.past(f)});
      }
      covers_this = covers_this || (a.is_write && !a.is_atomic && a.address <= b.address &&
                                    b.address + b.length <= a.address + a.length);
    }
    covers = covers && covers_this;
  }
  return covers;
}

}  // namespace skein
