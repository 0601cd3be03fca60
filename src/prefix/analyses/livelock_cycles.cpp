// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/livelock_cycles.hpp"

#include <algorithm>
#include <set>

#include "core/lock_operations.hpp"
#include "prefix/analyses/state_space.hpp"

namespace skein {

namespace {

class LivelockCycleSearch {
 public:
  explicit LivelockCycleSearch(Prefix& prefix) : prefix_(prefix), space_(prefix) {}

  bool run(const View& configuration, std::size_t most) {
    space_.number(space_.state_of(configuration));
    for (std::uint32_t done = 0; done < space_.size(); ++done) {  // the space grows meanwhile
      if (space_.size() > most || !look_at(done)) return false;
    }
    return all_lead_back();
  }

  [[nodiscard]] std::size_t states() const { return space_.size(); }
  [[nodiscard]] std::vector<AgentId> who() const { return {who_.begin(), who_.end()}; }

 private:
  bool look_at(std::uint32_t number) {
    const StateSpace::State here = space_.state(number);
    space_.look_at(here);
    if (space_.is_terminal()) return false;
    const std::vector<ValueId> locals(space_.locals().begin(), space_.locals().end());
    const std::vector<char> can_move(space_.can_move().begin(), space_.can_move().end());
    next_.emplace_back();
    for (std::uint32_t a = 0; a < locals.size(); ++a) {
      if (can_move[a] == 0) continue;
      if (!is_harmless(here, locals[a])) return false;
      who_.insert(AgentId{a});
      space_.step(here, AgentId{a}, next_.back());
    }
    return true;
  }

  // Whether every outcome of the agent's next step changes nothing but locks, and leaves the agent
  // with a next step.
  bool is_harmless(const StateSpace::State& here, ValueId local) {
    StateSystem& system = prefix_.system();
    const Transition& transition = *system.transition(local);
    if (!transition.child.is_none()) return false;
    std::vector<ValueId> values;
    for (const Touch& t : transition.touches) {
      values.push_back(space_.value_in(here, prefix_.component_of(t.object)));
    }
    const std::uint32_t choices = system.choices(local, values);
    for (std::uint32_t choice = 0; choice < choices; ++choice) {
      const Outcome& outcome = system.execute(local, values, choice);
      if (outcome.fault || (outcome.values != values && !is_lock_operation(transition.kind)))
        return false;
      if (const ValueId then = outcome.local; system.transition(then) == nullptr) return false;
    }
    return true;
  }

  [[nodiscard]] bool all_lead_back() const {
    std::vector<std::vector<std::uint32_t>> previous(next_.size());
    for (std::uint32_t s = 0; s < next_.size(); ++s) {
      for (const std::uint32_t to : next_[s]) previous[to].push_back(s);
    }
    std::vector<char> is_known(next_.size(), 0);
    std::vector<std::uint32_t> todo{0};
    is_known[0] = 1;
    while (!todo.empty()) {
      const std::uint32_t s = todo.back();
      todo.pop_back();
      for (const std::uint32_t from : previous[s]) {
        if (is_known[from] == 0) todo.push_back(from);
        is_known[from] = 1;
      }
    }
    return std::all_of(is_known.begin(), is_known.end(), [](char known) { return known != 0; });
  }

  Prefix& prefix_;
  StateSpace space_;
  std::vector<std::vector<std::uint32_t>> next_;  // by state
  std::set<AgentId> who_;
};

}  // namespace

std::vector<AgentId> livelock_cycles(Prefix& prefix, const View& configuration, std::size_t most,
                                     std::size_t& looked_at) {
  LivelockCycleSearch search(prefix);
  const bool is_so = search.run(configuration, most);
  looked_at = search.states();
  return is_so ? search.who() : std::vector<AgentId>{};
}

}  // namespace skein
