// SPDX-License-Identifier: Apache-2.0
#include "oracle.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <iterator>
#include <map>
#include <set>

#include "cliques.hpp"
#include "core/random.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/maximal.hpp"
#include "prefix/analyses/termination.hpp"
#include "prefix/builder.hpp"

namespace skein::testing {

namespace {

// A state without history: what is not initial, agents and objects apart.
struct PlainState {
  std::map<std::uint32_t, ValueId> locals;
  std::map<std::uint32_t, ValueId> values;
  auto operator<=>(const PlainState&) const = default;
};

struct Reachable {
  std::set<PlainState> states;
  std::set<std::pair<PlainState, std::pair<std::uint32_t, std::uint32_t>>> moves;
  std::set<PlainState> deadlocks;
  std::set<std::string> faults;
  std::map<PlainState, std::vector<PlainState>> next;  // of a search through states
  std::uint64_t maximal = 0;                           // of a search through configurations
};

// Whether a run can go on for ever: states without successors are struck out until none is left.
bool has_endless_run(std::map<PlainState, std::vector<PlainState>> next) {
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (auto it = next.begin(); it != next.end();) {
      std::erase_if(it->second, [&](const PlainState& to) { return !next.contains(to); });
      has_changed = has_changed || it->second.empty();
      it = it->second.empty() ? next.erase(it) : std::next(it);
    }
  }
  return !next.empty();
}

std::vector<ValueId> touched_values(StateSystem& system, const Transition& transition,
                                    const PlainState& state) {
  std::vector<ValueId> values;
  for (const Touch& t : transition.touches) {
    const auto it = state.values.find(t.object.value);
    values.push_back(it == state.values.end() ? system.initial_value(t.object) : it->second);
  }
  return values;
}

PlainState after(StateSystem& system, const PlainState& state, std::uint32_t agent,
                 std::uint32_t choice, std::set<std::string>* faults) {
  const ValueId local = state.locals.at(agent);
  const Transition& transition = *system.transition(local);
  const Outcome& outcome = system.execute(local, touched_values(system, transition, state), choice);
  PlainState next = state;
  const auto put = [](auto& map, std::uint32_t key, ValueId value, ValueId initial = {}) {
    if (value == initial) {
      map.erase(key);
    } else {
      map[key] = value;
    }
  };
  put(next.locals, agent, outcome.local);
  if (!transition.child.is_none()) put(next.locals, transition.child.value, outcome.born);
  for (std::size_t i = 0; i < transition.touches.size(); ++i) {
    const ObjectId object = transition.touches[i].object;
    put(next.values, object.value, outcome.values[i], system.initial_value(object));
  }
  if (outcome.fault && faults != nullptr) faults->insert(key_of(outcome.fault->facts));
  return next;
}

constexpr std::size_t kMostStates = 300;

bool search_breadth_first(StateSystem& system, Reachable& result) {
  std::deque<PlainState> todo;
  PlainState initial;
  initial.locals[0] = system.initial_local();
  result.states.insert(initial);
  todo.push_back(initial);
  while (!todo.empty()) {
    const PlainState s = todo.front();
    todo.pop_front();
    bool can_move = false;
    bool is_stuck = false;
    bool has_halted = false;
    for (const auto& [agent, local] : s.locals) {
      const Transition* transition = system.transition(local);
      has_halted = has_halted || transition == nullptr;
      if (transition == nullptr) continue;
      const std::uint32_t choices = system.choices(local, touched_values(system, *transition, s));
      is_stuck = true;
      can_move = can_move || choices > 0;
      for (std::uint32_t choice = 0; choice < choices; ++choice) {
        result.moves.insert({s, {agent, choice}});
        PlainState next = after(system, s, agent, choice, &result.faults);
        result.next[s].push_back(next);
        if (result.states.insert(next).second) todo.push_back(next);
      }
    }
    if (!can_move && is_stuck && !has_halted) result.deadlocks.insert(s);
    if (result.states.size() > kMostStates) return false;
  }
  return true;
}

// All configurations of the prefix, by the definition of an event: its operation follows exactly
// these last writes and reads. Shares nothing with Prefix::fit and Prefix::merge.
struct Cut {
  PlainState state;
  std::map<std::uint32_t, PrefixEventId> last_write;                       // by component
  std::map<std::pair<std::uint32_t, std::uint32_t>, PrefixEventId> reads;  // component, agent
};

constexpr std::size_t kMostConfigurations = 1200;

bool collect_configurations(Prefix& prefix, StateSystem& system, Reachable& result) {
  std::set<std::vector<bool>> known;
  std::deque<std::pair<std::vector<bool>, Cut>> todo;
  Cut start;
  start.state.locals[0] = system.initial_local();
  const std::vector<PrefixEventId> events(prefix.events().begin(), prefix.events().end());
  todo.emplace_back(std::vector<bool>(events.size()), start);
  known.insert(todo.front().first);
  const auto follows = [&](const Prefix::Event& e, const Cut& cut) {
    std::set<PrefixEventId> reads;
    for (const Prefix::Touched& t : e.touched) {
      const auto w = cut.last_write.find(t.component.value);
      const PrefixEventId last = w == cut.last_write.end() ? PrefixEventId{} : w->second;
      if (prefix.chains()[t.saw].event != last) return false;
      if (t.access != Access::Write) continue;
      for (const auto& [key, read] : cut.reads) {
        if (key.first == t.component.value) reads.insert(read);
      }
    }
    return reads == std::set<PrefixEventId>(e.seen_reads.begin(), e.seen_reads.end());
  };
  while (!todo.empty()) {
    const auto [set, cut] = todo.front();
    todo.pop_front();
    result.states.insert(cut.state);
    bool is_maximal = true;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Prefix::Event& e = prefix[events[i]];
      if (set[i] || !follows(e, cut)) continue;
      result.moves.insert({cut.state, {e.agent.value, e.choice}});
      if (e.fault) result.faults.insert(key_of(e.fault->facts));
      if (e.is_cutoff) continue;
      is_maximal = false;
      std::vector<bool> next_set = set;
      next_set[i] = true;
      if (!known.insert(next_set).second) continue;
      Cut next = cut;
      next.state = after(system, cut.state, e.agent.value, e.choice, nullptr);
      for (const Prefix::Touched& t : e.touched) {
        if (t.access == Access::Write) {
          next.last_write[t.component.value] = events[i];
          std::erase_if(next.reads,
                        [&](const auto& r) { return r.first.first == t.component.value; });
        } else {
          next.reads[{t.component.value, e.agent.value}] = events[i];
        }
      }
      todo.emplace_back(std::move(next_set), std::move(next));
    }
    if (is_maximal) ++result.maximal;
    if (known.size() > kMostConfigurations) return false;
  }
  return true;
}

PlainState plain(Prefix& prefix, const View& v) {
  PlainState s;
  for (std::uint32_t i = 0; i < prefix.components(); ++i) {
    const ComponentId c{i};
    const ValueId value = prefix.value(v, c);
    if (!prefix.agent_of(c).is_none()) {
      if (value.is_absent()) continue;
      s.locals[prefix.agent_of(c).value] = value;
    } else if (value != prefix.value(View{}, c)) {
      s.values[prefix.object_of(c).value] = value;
    }
  }
  return s;
}

}  // namespace

Tried compare_with_search(StateSystem& system, AdequateOrder order, bool forgets,
                          std::uint64_t seed, const std::string& what) {
  Reachable expected;
  if (!search_breadth_first(system, expected)) return Tried::TooLarge;
  Random random(seed ^ 0x5eedULL);
  Prefix::Options options;
  options.order = order;
  // Every other program by the quick way to find what comes after a node, which otherwise only
  // large prefixes take.
  if (seed % 2 == 0) options.many_children = 1;
  if (seed % 3 == 0) options.most_nodes_walked = seed % 4;
  if (forgets) options.is_time_to_forget = [&] { return random.below(20) == 0; };
  std::size_t events = 0;
  options.is_enough = [&] { return ++events > 1500; };
  Prefix prefix(system);
  if (!build(prefix, options)) return Tried::TooLarge;
  Reachable actual;
  if (!collect_configurations(prefix, system, actual)) return Tried::TooLarge;
  const StandstillSearch deadlocks = find_deadlocks(prefix, nullptr);
  for (const Standstill& s : deadlocks.found) actual.deadlocks.insert(plain(prefix, s.view));
  EXPECT_EQ(actual.states.size(), expected.states.size()) << what;
  EXPECT_TRUE(actual.states == expected.states) << what;
  EXPECT_TRUE(actual.moves == expected.moves) << what;
  EXPECT_EQ(actual.faults, expected.faults) << what;
  // One deadlock a set of stuck agents and local states.
  const auto stuck = [](const std::set<PlainState>& states) {
    std::set<std::map<std::uint32_t, ValueId>> result;
    for (const PlainState& s : states) result.insert(s.locals);
    return result;
  };
  EXPECT_EQ(stuck(actual.deadlocks), stuck(expected.deadlocks)) << what;
  for (const PlainState& s : actual.deadlocks) EXPECT_TRUE(expected.deadlocks.contains(s)) << what;
  EXPECT_EQ(count_maximal_configurations(prefix, kMostConfigurations, nullptr), actual.maximal)
      << what;
  EXPECT_EQ(count_maximal_cliques(prefix), actual.maximal) << what;
  EXPECT_EQ(terminates(prefix, kMostStates + 1, nullptr), !has_endless_run(expected.next)) << what;
  // With the total order every state is that of at most one event, if nothing is forgotten.
  if (order == AdequateOrder::Total && !forgets) {
    EXPECT_LE(prefix.statistics().events - prefix.statistics().cutoffs + 1, expected.states.size())
        << what;
  }
  return Tried::Compared;
}

}  // namespace skein::testing
