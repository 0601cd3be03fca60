// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/state_space.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace skein {

std::size_t StateSpace::Hash::operator()(const State& state) const {
  std::uint64_t sum = state.size();
  for (const ValueId value : state) sum = mix64(sum + value.value);
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

void StateSpace::take_values(const State& here, const Transition& transition) {
  objects_.clear();
  values_.clear();
  for (const Touch& t : transition.touches) {
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
    const Transition* const transition = prefix_.system().transition(local);
    if (transition != nullptr) take_values(here, *transition);
    can_move_.push_back(transition != nullptr && prefix_.system().choices(local, values_) > 0 ? 1
                                                                                              : 0);
  }
}

bool StateSpace::is_terminal() const {
  return std::find(can_move_.begin(), can_move_.end(), 1) == can_move_.end();
}

void StateSpace::step(const State& here, AgentId agent, std::vector<std::uint32_t>& next) {
  StateSystem& system = prefix_.system();
  const ValueId local = locals_[agent.index()];
  const Transition& transition = *system.transition(local);
  take_values(here, transition);
  const std::uint32_t choices = system.choices(local, values_);
  for (std::uint32_t choice = 0; choice < choices; ++choice) {
    const Outcome& outcome = system.execute(local, values_, choice);
    State there = here;
    set(there, prefix_.component_of(agent), outcome.local);
    if (!transition.child.is_none())
      set(there, prefix_.component_of(transition.child), outcome.born);
    for (std::size_t i = 0; i < values_.size(); ++i) set(there, objects_[i], outcome.values[i]);
    next.push_back(number(std::move(there)));
  }
}

}  // namespace skein
