// SPDX-License-Identifier: Apache-2.0
// Enumerates the states of a program, for questions that the prefix alone does not answer.
//
// A state is the values of the prefix's components. Successors come from the system, not from
// events, so the answer does not depend on where the prefix was cut off.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

class StateSpace {
 public:
  // By component of the prefix, without initial values at the end.
  using State = std::vector<ValueId>;

  // REQUIRES: the prefix is complete.
  explicit StateSpace(Prefix& prefix) : prefix_(prefix) {}

  [[nodiscard]] State state_of(const View& configuration) const;

  [[nodiscard]] ValueId value_in(const State& state, ComponentId c) const { return get(state, c); }

  // The number of a state; equal states have the same number, and numbers are dense.
  std::uint32_t number(State state);
  [[nodiscard]] const State& state(std::uint32_t number) const { return *states_[number]; }
  [[nodiscard]] std::size_t size() const { return states_.size(); }

  // Finds the agents' local states and which can move; the lists below describe `here` until the
  // next call.
  void look_at(const State& here);
  [[nodiscard]] std::span<const ValueId> locals() const { return locals_; }  // by agent
  [[nodiscard]] std::span<const char> can_move() const { return can_move_; }
  [[nodiscard]] bool is_terminal() const;

  // The states after the agent's next step, one for each choice. REQUIRES: look_at(here), and the
  // agent can move.
  void step(const State& here, AgentId agent, std::vector<std::uint32_t>& next);

 private:
  struct Hash {
    std::size_t operator()(const State& state) const;
  };

  [[nodiscard]] ValueId initial(ComponentId c) const {
    return prefix_.chains()[prefix_.root(c)].value;
  }
  [[nodiscard]] ValueId get(const State& state, ComponentId c) const {
    return c.index() < state.size() ? state[c.index()] : initial(c);
  }
  void set(State& state, ComponentId c, ValueId value) const;
  void take_values(const State& here, const Transition& transition);

  Prefix& prefix_;
  std::vector<ValueId> locals_;
  std::vector<char> can_move_;
  std::vector<ComponentId> objects_;
  std::vector<ValueId> values_;
  std::unordered_map<State, std::uint32_t, Hash> numbers_;
  std::vector<const State*> states_;
};

}  // namespace skein
