// SPDX-License-Identifier: Apache-2.0
// The table of states: which event has which.
//
// It holds hashes and events only: what an event's state is, is read off its view, and equality is
// exact (unless Options::is_compact).
#include <algorithm>

#include "prefix/prefix.hpp"

namespace skein {

namespace {
// What an entry of the table takes, at the load that it has on average.
constexpr std::size_t kStateBytes = 48;
}  // namespace

// A sum of these over the components is the hash of a state. What is as in the beginning adds
// nothing, so that components found later do not matter.
std::uint64_t Prefix::hash(ComponentId c, ValueId value) const {
  if (value == chains_[roots_[c.index()]].value) return 0;
  return mix64((static_cast<std::uint64_t>(c.value) << 32U) + value.value + 0x9e3779b97f4a7c15ULL);
}

// state([e]). REQUIRES: e has been executed, and is no cut-off that was added.
void Prefix::take_state(PrefixEventId e, std::vector<ValueId>& values) const {
  values.clear();
  if (e.is_none()) return;
  const Event& event = events_[e.index()];
  for (const ChainId n : event.view.last) values.push_back(chains_[n].value);
  for (const Touched& t : event.touched) values[t.component.index()] = t.value;
  while (!values.empty() && values.back() == chains_[roots_[values.size() - 1]].value) {
    values.pop_back();
  }
}

bool Prefix::are_same_states(PrefixEventId a, PrefixEventId b) const {
  std::vector<ValueId> of_a;
  std::vector<ValueId> of_b;
  take_state(a, of_a);
  take_state(b, of_b);
  return of_a == of_b;
}

// The entry of e's state. If there was none there is one now, with e.
Prefix::State& Prefix::state_of(PrefixEventId e) {
  const Event& event = events_[e.index()];
  std::uint64_t key = event.state_hash;
  while (true) {
    const auto [it, is_new] = states_.try_emplace(key, State{e, event.size});
    State& known = it.value();
    if (is_new) {
      state_bytes_ += kStateBytes;
      ++figures_.states;
      return known;
    }
    if (options_.is_compact || are_same_states(known.event, e)) return known;
    key = mix64(key + 1);
  }
}

// Only needed once the table has been emptied, and then for the construction to end: an event of
// e's own history with the same state has a smaller history in every adequate order.
bool Prefix::find_cause_with_same_state(PrefixEventId e) {
  if (are_same_states(e, PrefixEventId{})) return true;  // the beginning
  for (const PrefixEventId f : linearise(events_[e.index()].view)) {
    if (events_[f.index()].state_hash != events_[e.index()].state_hash) continue;
    if (!are_same_states(e, f)) continue;
    events_[e.index()].corresponding = f;
    return true;
  }
  return false;
}

void Prefix::forget_states() {
  states_.clear();
  state_bytes_ = 0;
  has_forgotten_ = true;
  ++figures_.forgotten;
}

}  // namespace skein
