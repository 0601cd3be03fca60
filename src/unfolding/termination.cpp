#include "unfolding/termination.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "model/random.hpp"

namespace skein {

namespace {

// Depth-first search for a circle among numbered nodes; number 0 is the beginning.
bool has_circle(const std::vector<std::vector<std::uint32_t>>& next) {
  enum : char { kNew, kOpen, kDone };
  std::vector<char> colour(next.size(), kNew);
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  for (std::uint32_t start = 0; start < next.size(); ++start) {
    if (colour[start] != kNew) continue;
    path.emplace_back(start, 0);
    colour[start] = kOpen;
    while (!path.empty()) {
      auto& [node, i] = path.back();
      if (i == next[node].size()) {
        colour[node] = kDone;
        path.pop_back();
        continue;
      }
      const std::uint32_t to = next[node][i++];
      if (colour[to] == kOpen) return true;
      if (colour[to] == kDone) continue;
      colour[to] = kOpen;
      path.emplace_back(to, 0);
    }
  }
  return false;
}

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

// All states, one by one.
class Search {
 public:
  Search(Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough)
      : prefix_(prefix), most_(most), is_enough_(is_enough) {}

  std::optional<bool> run() {
    std::vector<std::vector<std::uint32_t>> next;
    number(State{});
    std::size_t done = 0;
    while (done < states_.size()) {  // it grows meanwhile
      if (states_.size() > most_ || (is_enough_ && is_enough_())) return std::nullopt;
      next.emplace_back();
      const State here = *states_[done++];
      for (std::uint32_t i = 0; i < prefix_.components(); ++i) {
        const ComponentId c{i};
        if (!prefix_.agent_of(c).is_none()) step(here, get(here, c), c, next.back());
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

  void step(const State& here, ValueId local, ComponentId agent, std::vector<std::uint32_t>& next) {
    StateSystem& system = prefix_.system();
    const Intent* const intent = system.intent(local);
    if (intent == nullptr) return;
    std::vector<ComponentId> objects;
    std::vector<ValueId> values;
    for (const Touch& t : intent->touches) {
      objects.push_back(prefix_.component_of(t.object));
      values.push_back(get(here, objects.back()));
    }
    const std::uint32_t ways = system.ways(local, values);
    for (std::uint32_t choice = 0; choice < ways; ++choice) {
      const Outcome& outcome = system.fire(local, values, choice);
      State there = here;
      set(there, agent, outcome.local);
      if (!intent->child.is_none()) set(there, prefix_.component_of(intent->child), outcome.born);
      for (std::size_t i = 0; i < values.size(); ++i) set(there, objects[i], outcome.values[i]);
      next.push_back(number(std::move(there)));
    }
  }

  Prefix& prefix_;
  std::size_t most_;
  const std::function<bool()>& is_enough_;
  std::unordered_map<State, std::uint32_t, Hash> numbers_;
  std::vector<const State*> states_;
};

}  // namespace

std::optional<bool> terminates(Prefix& prefix, std::size_t most,
                               const std::function<bool()>& is_enough) {
  if (prefix.figures().cutoffs == 0) return true;
  if (events_have_circle(prefix)) return false;
  return Search(prefix, most, is_enough).run();
}

}  // namespace skein
