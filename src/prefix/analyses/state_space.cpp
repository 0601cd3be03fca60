// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/state_space.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace skein {

std::size_t StateSpace::Hash::operator()(const State& state) const {
  std::uint64_t sum = state.size();
  for (const ValueId value : state) sum = mix64(sum + value);
  return sum;
}

void StateSpace::set(State& state, ComponentId c, ValueId value) const {
  while (state.size() <= c.index()) {
    state.push_back(initial(ComponentId{static_cast<std::uint32_t>(state.size())}));
  }
  state[c.index()] = value;
}

StateSpace::State StateSpace::state_of(const View& configuration) const {
  State state;
  for (std::uint32_t i = 0; i < prefix_.components(); ++i) {
    state.push_back(prefix_.value(configuration, ComponentId{i}));
  }
  return state;
}

std::uint32_t StateSpace::number(State state) {
  while (!state.empty() &&
         state.back() == initial(ComponentId{static_cast<std::uint32_t>(state.size() - 1)})) {
    state.pop_back();
  }
  const auto [it, is_new] =
      numbers_.emplace(std::move(state), static_cast<std::uint32_t>(numbers_.size()));
  if (is_new) states_.push_back(&it->first);
  return it->second;
}

void StateSpace::take_values(const State& here, const Intent& intent) {
  objects_.clear();
  values_.clear();
  for (const Touch& t : intent.touches) {
    objects_.push_back(prefix_.component_of(t.object));
    values_.push_back(get(here, objects_.back()));
  }
}

void StateSpace::look_at(const State& here) {
  locals_.clear();
  can_move_.clear();
  for (std::uint32_t i = 0; i < prefix_.components(); ++i) {
    const AgentId agent = prefix_.agent_of(ComponentId{i});
    if (agent.is_none()) continue;
    if (locals_.size() <= agent.index()) locals_.resize(agent.index() + 1);
    locals_[agent.index()] = get(here, ComponentId{i});
  }
  for (const ValueId local : locals_) {
    const Intent* const intent = prefix_.system().intent(local);
    if (intent != nullptr) take_values(here, *intent);
    can_move_.push_back(intent != nullptr && prefix_.system().ways(local, values_) > 0 ? 1 : 0);
  }
}

bool StateSpace::is_terminal() const {
  return std::find(can_move_.begin(), can_move_.end(), 1) == can_move_.end();
}

void StateSpace::step(const State& here, AgentId agent, std::vector<std::uint32_t>& next) {
  StateSystem& system = prefix_.system();
  const ValueId local = locals_[agent.index()];
  const Intent& intent = *system.intent(local);
  take_values(here, intent);
  const std::uint32_t ways = system.ways(local, values_);
  for (std::uint32_t choice = 0; choice < ways; ++choice) {
    const Outcome& outcome = system.fire(local, values_, choice);
    State there = here;
    set(there, prefix_.component_of(agent), outcome.local);
    if (!intent.child.is_none()) set(there, prefix_.component_of(intent.child), outcome.born);
    for (std::size_t i = 0; i < values_.size(); ++i) set(there, objects_[i], outcome.values[i]);
    next.push_back(number(std::move(there)));
  }
}

}  // namespace skein
