// SPDX-License-Identifier: Apache-2.0
#include "prefix/subsumption_table.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace skein {

std::vector<ValueId> SubsumptionTable::state_of(PrefixEventId e) const {
  const Chains& chains = prefix_.chains();
  const Prefix::Event& event = prefix_[e];
  std::vector<ValueId> values;
  for (std::size_t c = 0; c < prefix_.components(); ++c) {
    values.push_back(chains[prefix_.last(event.view, ComponentId{c})].value);
  }
  for (const Prefix::Touched& t : event.touched) values[t.component.index()] = t.value;
  return values;
}

std::vector<PrefixEventId>& SubsumptionTable::of_same_shape(PrefixEventId e) {
  StateSystem& system = prefix_.system();
  if (states_.size() <= e.index()) states_.resize(e.index() + 1);
  states_[e.index()] = state_of(e);
  const std::vector<ValueId>& values = states_[e.index()];
  std::uint64_t shape = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ComponentId c{i};
    const ValueId initial = prefix_.chains()[prefix_.root(c)].value;
    const bool is_local = !prefix_.agent_of(c).is_none();
    const auto shape_of = [&](ValueId value) {
      return is_local ? system.shape_of_local(value) : system.shape_of_value(value);
    };
    // Components that are found later must not matter.
    if (shape_of(values[i]) != shape_of(initial)) {
      shape += mix64((static_cast<std::uint64_t>(i) << 40U) + mix64(shape_of(values[i])));
    }
  }
  return events_[shape];
}

bool SubsumptionTable::covers(PrefixEventId large, PrefixEventId small) {
  StateSystem& system = prefix_.system();
  const std::vector<ValueId>& a = states_[large.index()];
  const std::vector<ValueId>& b = states_[small.index()];
  const auto value_in = [&](const std::vector<ValueId>& state, std::size_t i) {
    return i < state.size() ? state[i] : prefix_.chains()[prefix_.root(ComponentId{i})].value;
  };
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const ValueId x = value_in(a, i);
    const ValueId y = value_in(b, i);
    if (x == y) continue;
    const bool is_local = !prefix_.agent_of(ComponentId{i}).is_none();
    if (!(is_local ? system.local_covers(x, y) : system.value_covers(x, y))) return false;
  }
  return system.carried_covers(prefix_[large].carried, prefix_[small].carried);
}

}  // namespace skein
