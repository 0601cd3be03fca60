// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/termination.hpp"

#include <algorithm>
#include <vector>

#include "prefix/analyses/cycles.hpp"
#include "prefix/analyses/persistent_sets.hpp"
#include "prefix/analyses/state_space.hpp"

namespace skein {

namespace {

bool events_have_cycle(const Prefix& prefix) {
  std::uint32_t most = 0;
  for (const PrefixEventId e : prefix.events()) most = std::max(most, e.value);
  const auto number_of = [](PrefixEventId e) { return e.is_none() ? 0 : e.value + 1; };
  std::vector<std::vector<std::uint32_t>> next(most + 2);
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    const std::uint32_t here = number_of(e);
    for (const Prefix::Touched& t : event.touched) {
      next[number_of(prefix.chains()[t.saw].event)].push_back(here);
    }
    for (const PrefixEventId r : event.seen_reads) next[number_of(r)].push_back(here);
    if (event.is_cutoff) next[here].push_back(number_of(event.corresponding));
  }
  return has_cycle(next);
}

// Searches the states, along persistent sets of agents.
std::optional<bool> search(Prefix& prefix, PersistentSets& futures, std::size_t most,
                           const std::function<bool()>& is_enough) {
  StateSpace space(prefix);
  std::vector<std::vector<std::uint32_t>> next;
  space.number({});
  for (std::uint32_t done = 0; done < space.size(); ++done) {  // the space grows meanwhile
    if (space.size() > most || (is_enough && is_enough())) return std::nullopt;
    next.emplace_back();
    const StateSpace::State here = space.state(done);
    space.look_at(here);
    if (space.is_terminal()) continue;
    for (const std::uint32_t agent : futures.choose(space.locals(), space.can_move())) {
      if (space.can_move()[agent] != 0) space.step(here, AgentId{agent}, next.back());
    }
  }
  next.resize(space.size());
  return !has_cycle(next);
}

}  // namespace

std::optional<bool> terminates(Prefix& prefix, std::size_t most,
                               const std::function<bool()>& is_enough) {
  if (prefix.statistics().cutoffs == 0) return true;
  PersistentSets futures(prefix);
  if (!futures.has_cycle()) return true;
  if (events_have_cycle(prefix)) return false;
  return search(prefix, futures, most, is_enough);
}

}  // namespace skein
