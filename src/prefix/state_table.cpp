// SPDX-License-Identifier: Apache-2.0
#include "prefix/state_table.hpp"

namespace skein {

// state([e]), by component, without initial values at the end.
std::vector<ValueId> StateTable::state_of(PrefixEventId e) const {
  std::vector<ValueId> values;
  if (e.is_none()) return values;
  const Chains& chains = prefix_.chains();
  const Prefix::Event& event = prefix_[e];
  for (const ChainId n : event.view.last) values.push_back(chains[n].value);
  for (const Prefix::Touched& t : event.touched) values[t.component.index()] = t.value;
  while (!values.empty() &&
         values.back() == chains[prefix_.root(ComponentId{values.size() - 1})].value) {
    values.pop_back();
  }
  return values;
}

bool StateTable::are_same(PrefixEventId a, PrefixEventId b) const {
  const auto more = [&](PrefixEventId e) { return e.is_none() ? 0 : prefix_[e].more_state; };
  return more(a) == more(b) && state_of(a) == state_of(b);
}

StateTable::Entry& StateTable::entry_of(PrefixEventId e) {
  const Prefix::Event& event = prefix_[e];
  std::uint64_t key = event.state_hash;
  if (event.more_state != 0) key = mix64(key + event.more_state);
  while (true) {
    const auto [it, is_new] = entries_.try_emplace(key, Entry{e, event.size});
    Entry& known = it.value();
    if (is_new) bytes_ += kEntryBytes;
    if (is_new || is_compact_ || are_same(known.event, e)) return known;
    key = mix64(key + 1);
  }
}

}  // namespace skein
