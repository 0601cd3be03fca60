#include "unfolding/termination.hpp"

#include <algorithm>
#include <map>
#include <vector>

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
  std::map<PrefixEventId, std::uint32_t> number;
  for (const PrefixEventId e : prefix.events()) {
    number.emplace(e, static_cast<std::uint32_t>(number.size()) + 1);
  }
  const auto number_of = [&](PrefixEventId e) { return e.is_none() ? 0 : number.at(e); };
  std::vector<std::vector<std::uint32_t>> next(number.size() + 1);
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
  Search(StateSystem& system, std::size_t most, const std::function<bool()>& is_enough)
      : system_(system), most_(most), is_enough_(is_enough) {}

  std::optional<bool> run() {
    std::vector<std::vector<std::uint32_t>> next;
    State initial;
    initial[{true, 0}] = system_.initial_local();
    number(initial);
    std::size_t done = 0;
    while (done < states_.size()) {  // it grows meanwhile
      if (states_.size() > most_ || (is_enough_ && is_enough_())) return std::nullopt;
      next.emplace_back();
      const State here = *states_[done++];
      for (const auto& [component, local] : here) {
        if (component.first) step(here, component.second, local, next.back());
      }
    }
    next.resize(states_.size());
    return !has_circle(next);
  }

 private:
  // Agents (true) and objects (false) by number; what is initial is left out.
  using State = std::map<std::pair<bool, std::uint32_t>, ValueId>;

  std::uint32_t number(const State& state) {
    const auto [it, is_new] = numbers_.emplace(state, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) states_.push_back(&it->first);
    return it->second;
  }

  void step(const State& here, std::uint32_t agent, ValueId local,
            std::vector<std::uint32_t>& next) {
    const Intent* const intent = system_.intent(local);
    if (intent == nullptr) return;
    std::vector<ValueId> values;
    for (const Touch& t : intent->touches) {
      const auto it = here.find({false, t.object.value});
      values.push_back(it == here.end() ? system_.initial_value(t.object) : it->second);
    }
    const std::uint32_t ways = system_.ways(local, values);
    for (std::uint32_t choice = 0; choice < ways; ++choice) {
      const Outcome& outcome = system_.fire(local, values, choice);
      State there = here;
      there[{true, agent}] = outcome.local;
      if (!intent->child.is_none()) there[{true, intent->child.value}] = outcome.born;
      for (std::size_t i = 0; i < values.size(); ++i) {
        const ObjectId x = intent->touches[i].object;
        if (outcome.values[i] == system_.initial_value(x)) {
          there.erase({false, x.value});
        } else {
          there[{false, x.value}] = outcome.values[i];
        }
      }
      std::erase_if(there, [](const auto& c) { return c.first.first && c.second == 0; });
      next.push_back(number(there));
    }
  }

  StateSystem& system_;
  std::size_t most_;
  const std::function<bool()>& is_enough_;
  std::map<State, std::uint32_t> numbers_;
  std::vector<const State*> states_;
};

}  // namespace

std::optional<bool> terminates(Prefix& prefix, std::size_t most,
                               const std::function<bool()>& is_enough) {
  if (prefix.figures().cutoffs == 0) return true;
  if (events_have_circle(prefix)) return false;
  return Search(prefix.system(), most, is_enough).run();
}

}  // namespace skein
