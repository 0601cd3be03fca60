#include "unfolding/termination.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "model/random.hpp"
#include "unfolding/circles.hpp"
#include "unfolding/futures.hpp"

namespace skein {

namespace {

bool events_have_circle(const Prefix& prefix) {
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
  return has_circle(next);
}

// The states one by one, as far as persistent sets of agents lead.
class Search {
 public:
  Search(Prefix& prefix, Futures& futures, std::size_t most, const std::function<bool()>& is_enough)
      : prefix_(prefix), futures_(futures), most_(most), is_enough_(is_enough) {}

  std::optional<bool> run() {
    std::vector<std::vector<std::uint32_t>> next;
    number(State{});
    std::size_t done = 0;
    while (done < states_.size()) {  // it grows meanwhile
      if (states_.size() > most_ || (is_enough_ && is_enough_())) return std::nullopt;
      next.emplace_back();
      const State here = *states_[done++];
      look_at(here);
      if (std::find(can_move_.begin(), can_move_.end(), 1) == can_move_.end()) continue;
      for (const std::uint32_t agent : futures_.choose(locals_, can_move_)) {
        if (can_move_[agent] != 0) step(here, AgentId{agent}, next.back());
      }
    }
    next.resize(states_.size());
    return !has_circle(next);
  }

 private:
  // By component of the prefix. What is initial at the end is left out.
  using State = std::vector<ValueId>;
  struct Hash {
    std::size_t operator()(const State& state) const {
      std::uint64_t sum = state.size();
      for (const ValueId value : state) sum = mix64(sum + value);
      return sum;
    }
  };

  [[nodiscard]] ValueId initial(ComponentId c) const {
    return prefix_.chains()[prefix_.root(c)].value;
  }
  [[nodiscard]] ValueId get(const State& state, ComponentId c) const {
    return c.index() < state.size() ? state[c.index()] : initial(c);
  }
  void set(State& state, ComponentId c, ValueId value) const {
    while (state.size() <= c.index()) {
      state.push_back(initial(ComponentId{static_cast<std::uint32_t>(state.size())}));
    }
    state[c.index()] = value;
  }

  std::uint32_t number(State state) {
    while (!state.empty() &&
           state.back() == initial(ComponentId{static_cast<std::uint32_t>(state.size() - 1)})) {
      state.pop_back();
    }
    const auto [it, is_new] =
        numbers_.emplace(std::move(state), static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) states_.push_back(&it->first);
    return it->second;
  }

  void take_values(const State& here, const Intent& intent) {
    objects_.clear();
    values_.clear();
    for (const Touch& t : intent.touches) {
      objects_.push_back(prefix_.component_of(t.object));
      values_.push_back(get(here, objects_.back()));
    }
  }

  // Who is where, and can move.
  void look_at(const State& here) {
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

  void step(const State& here, AgentId agent, std::vector<std::uint32_t>& next) {
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

  Prefix& prefix_;
  Futures& futures_;
  std::size_t most_;
  const std::function<bool()>& is_enough_;
  std::vector<ValueId> locals_;  // by agent
  std::vector<char> can_move_;   // by agent
  std::vector<ComponentId> objects_;
  std::vector<ValueId> values_;
  std::unordered_map<State, std::uint32_t, Hash> numbers_;
  std::vector<const State*> states_;
};

}  // namespace

std::optional<bool> terminates(Prefix& prefix, std::size_t most,
                               const std::function<bool()>& is_enough) {
  if (prefix.figures().cutoffs == 0) return true;
  Futures futures(prefix);
  if (!futures.has_circle()) return true;
  if (events_have_circle(prefix)) return false;
  return Search(prefix, futures, most, is_enough).run();
}

}  // namespace skein
