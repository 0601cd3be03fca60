// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/deadlocks.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/lock_operations.hpp"
#include "prefix/analyses/livelock_cycles.hpp"
#include "prefix/analyses/section_ends.hpp"

namespace skein {

namespace {

constexpr std::size_t kMostLoopStates = 10'000;

bool is_same_set(std::vector<AgentId> a, std::vector<AgentId> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

class DeadlockSearch {
 public:
  // `most`: 0 for a search for deadlocks. `with_locks`: for loops that take locks.
  DeadlockSearch(Prefix& prefix, std::uint64_t most, bool with_locks,
                 const std::function<bool()>& is_enough,
                 std::function<bool(const Standstill&)> is_false = {})
      : prefix_(prefix),
        most_(most),
        with_locks_(with_locks),
        is_enough_(is_enough),
        is_false_(std::move(is_false)) {}

  StandstillSearch run() {
    if (most_ != 0) find_loops();
    if (with_locks_ && !has_locking_loops_) return std::move(result_);
    if (most_ != 0 && loops_.empty()) return std::move(result_);
    list_candidates();
    strike_out();
    order_agents();
    View nothing;
    picked_.resize(agents_.size());
    pick(nothing, 0);
    return std::move(result_);
  }

 private:
  struct Agent {
    ComponentId component;
    std::vector<char> is_candidate;  // by node's position in nodes
    std::vector<ChainId> nodes;      // every node of its chain
    std::size_t waiting = 0;         // candidates at which the agent waits
  };

  [[nodiscard]] const Transition* transition(ChainId n) {
    return prefix_.system().transition(prefix_.chains()[n].value);
  }

  // Whether the event leaves every object as it was: a failed exchange, a flag that is reset again.
  [[nodiscard]] bool writes_nothing_new(const Prefix::Event& event) const {
    for (std::size_t i = 1; i < event.touched.size(); ++i) {
      const Prefix::Touched& t = event.touched[i];
      if (t.access == Access::Write && prefix_.chains()[t.saw].value != t.value) return false;
    }
    return true;
  }

  // The local states on cycles of events that only read, lock, or write the value that is there
  // already. Over-approximates: states between two cycles are included.
  void find_loops() {
    std::map<ValueId, std::set<ValueId>> next;
    std::map<ValueId, std::set<ValueId>> previous;
    std::set<ValueId> locking;
    for (const PrefixEventId e : prefix_.events()) {
      const Prefix::Event& event = prefix_[e];
      const auto writes = std::count_if(event.touched.begin(), event.touched.end(),
                                        [](auto& t) { return t.access == Access::Write; });
      const bool is_lock =
          with_locks_ && (is_lock_operation(event.kind) ||
                          (event.kind == OpKind::AtomicRmw && writes_nothing_new(event)));
      if (writes != 1 && !is_lock) continue;  // only its own local state
      const ValueId from = prefix_.chains()[event.before].value;
      if (is_lock) locking.insert(from);
      next[from].insert(event.touched.front().value);
      previous[event.touched.front().value].insert(from);
    }
    const auto trim = [](auto& forward, auto& backward) {
      std::vector<ValueId> dead;
      for (const auto& [value, to] : forward) {
        if (to.empty() || backward[value].empty()) dead.push_back(value);
      }
      for (const ValueId value : dead) {
        for (const ValueId to : forward[value]) backward[to].erase(value);
        for (const ValueId from : backward[value]) forward[from].erase(value);
        forward.erase(value);
        backward.erase(value);
      }
      return !dead.empty();
    };
    while (trim(next, previous) || trim(previous, next)) {
    }
    for (const auto& [value, to] : next) {
      loops_.insert(value);
      has_locking_loops_ = has_locking_loops_ || locking.contains(value);
    }
  }

  // Whether the agent, at this node, only reads for ever, as long as no agent writes.
  bool spins_for_ever(const View& K, ChainId n) {
    std::set<ValueId> seen;
    ValueId local = prefix_.chains()[n].value;
    while (seen.insert(local).second) {
      const Transition* const what = prefix_.system().transition(local);
      if (what == nullptr || !what->child.is_none()) return false;
      std::vector<ValueId> values;
      for (const Touch& t : what->touches) {
        if (t.access == Access::Write) return false;
        values.push_back(prefix_.value(K, prefix_.component_of(t.object)));
      }
      if (prefix_.system().choices(local, values) != 1) return false;
      const Outcome& outcome = prefix_.system().execute(local, values, 0);
      if (outcome.fault) return false;
      local = outcome.local;
    }
    return true;
  }

  // The nodes of every agent's chain at which the agent can stay for ever.
  void list_candidates() {
    for (std::uint32_t i = 0; i < prefix_.components(); ++i) {
      const ComponentId c{i};
      if (prefix_.agent_of(c).is_none()) continue;
      Agent agent;
      agent.component = c;
      prefix_.chains().for_each_from(prefix_.root(c), [&](ChainId n) {
        const Transition* const what = transition(n);
        const bool may_wait =
            what != nullptr &&
            (traits(what->kind).enabling != Enabling::kAlways || !what->gate.is_none());
        agent.nodes.push_back(n);
        const bool may_spin = loops_.contains(prefix_.chains()[n].value);
        agent.is_candidate.push_back(what == nullptr || may_wait || may_spin ? 1 : 0);
        is_candidate_.resize(prefix_.chains().size());
        is_candidate_[n.index()] = agent.is_candidate.back();
      });
      agents_.push_back(std::move(agent));
    }
  }

  // Whether the agent at n would be disabled if x had the value v and its other objects the values
  // in n's own history. Exact only for operations that wait for one object; all others count as
  // disabled.
  bool waits_at(ChainId n, ObjectId x, ValueId v) {
    const Transition* const what = transition(n);
    if (what->touches.size() != 1) return true;
    static_cast<void>(x);
    const ValueId values[] = {v};
    return !prefix_.system().is_enabled(prefix_.chains()[n].value, values);
  }

  void strike_out() {
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      // For each object, the values it has in some candidate's history.
      std::vector<std::set<ValueId>> possible(prefix_.components());
      for (std::uint32_t c = 0; c < possible.size(); ++c) {
        possible[c].insert(prefix_.chains()[prefix_.root(ComponentId{c})].value);
      }
      for (const Agent& agent : agents_) {
        for (const ChainId n : agent.nodes) {
          if (is_candidate_[n.index()] == 0) continue;
          const View& v = prefix_.view(n);
          for (std::uint32_t c = 0; c < v.last.size(); ++c) {
            possible[c].insert(prefix_.chains()[v.last[c]].value);
          }
        }
      }
      for (Agent& agent : agents_) {
        agent.waiting = 0;
        for (const ChainId n : agent.nodes) {
          const Transition* const what = transition(n);
          if (is_candidate_[n.index()] == 0 || what == nullptr) continue;
          ++agent.waiting;
          if (loops_.contains(prefix_.chains()[n].value) || !what->gate.is_none()) continue;
          bool can_wait = false;
          for (const Touch& t : what->touches) {
            const ComponentId c = prefix_.component_of(t.object);
            if (c.index() >= possible.size()) possible.resize(c.index() + 1);
            for (const ValueId value : possible[c.index()]) {
              can_wait = can_wait || waits_at(n, t.object, value);
            }
          }
          if (can_wait) continue;
          is_candidate_[n.index()] = 0;
          --agent.waiting;
          has_changed = true;
        }
      }
    }
  }

  // Agents with few places to wait come first, so that a wrong pick is noticed early.
  void order_agents() {
    std::stable_sort(agents_.begin(), agents_.end(),
                     [](const Agent& a, const Agent& b) { return a.waiting < b.waiting; });
    for (const Agent& agent : agents_) waiting_ += agent.waiting;
  }

  void pick(const View& K, std::size_t i) {
    if (waiting_ == 0 || !result_.is_complete) return;
    ++result_.looked_at;
    if ((most_ != 0 && result_.looked_at > most_) ||
        (is_enough_ && (result_.looked_at & 255U) == 0 && is_enough_())) {
      result_.is_complete = false;
      return;
    }
    if (i == agents_.size()) return judge(K);
    const ComponentId c = agents_[i].component;
    std::vector<ChainId> todo{prefix_.last(K, c)};
    while (!todo.empty()) {
      const ChainId n = todo.back();
      todo.pop_back();
      const bool is_new = n != prefix_.last(K, c);
      if (is_new && !prefix_.fit(K, prefix_.view(n))) continue;
      for (const Chains::Child& child : prefix_.chains()[n].children) {
        if (prefix_.may_fit(K, child)) todo.push_back(child.node);
      }
      if (is_candidate_[n.index()] == 0) continue;
      View joined = K;
      if (is_new) prefix_.merge(joined, prefix_.view(n));
      if (!are_still_last(joined, i)) continue;
      picked_[i] = n;
      pick(joined, i + 1);
    }
  }

  [[nodiscard]] bool are_still_last(const View& K, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (prefix_.last(K, agents_[i].component) != picked_[i]) return false;
    }
    return true;
  }

  // Loops that take locks: search what the agents can do together.
  void judge_loops(const View& K) {
    bool has_loop = false;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const ValueId local = prefix_.chains()[picked_[i]].value;
      if (transition(picked_[i]) == nullptr) {
        if (!local.is_absent()) return;
        continue;
      }
      const bool is_in_loop = loops_.contains(local);
      if (!is_in_loop && prefix_.is_enabled(K, picked_[i])) return;
      has_loop = has_loop || is_in_loop;
    }
    if (!has_loop) return;
    std::size_t looked_at = 0;
    Standstill found;
    found.spinning = livelock_cycles(prefix_, K, kMostLoopStates, looked_at);
    result_.looked_at += looked_at;
    if (looked_at > kMostLoopStates) result_.is_complete = false;
    std::vector<ValueId> who;
    for (const AgentId agent : found.spinning) who.emplace_back(agent.value);
    if (who.empty() || !known_.insert(who).second) return;
    found.view = K;
    result_.found.push_back(std::move(found));
  }

  void judge(const View& K) {
    if (with_locks_) return judge_loops(K);
    std::vector<ValueId> stuck;
    Standstill found;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const ValueId local = prefix_.chains()[picked_[i]].value;
      if (transition(picked_[i]) == nullptr) {
        // A halted agent was reported or assumed away, or it ended the program.
        if (!local.is_absent()) return;
        continue;
      }
      const AgentId agent = prefix_.agent_of(agents_[i].component);
      if (!prefix_.is_enabled(K, picked_[i])) {
        if (prefix_.system().is_in_section(local)) return;
      } else if (loops_.contains(local) && spins_for_ever(K, picked_[i])) {
        found.spinning.push_back(agent);
      } else if (transition(picked_[i])->gate.is_none() ||
                 !gets_stuck_in_section(prefix_, K, agent, found.beyond)) {
        return;
      }
      stuck.push_back(local);
    }
    if (stuck.empty() || (most_ != 0) == found.spinning.empty()) return;
    // The same agents at other points of their loops are the same livelock.
    if (most_ != 0) {
      stuck.clear();
      for (const AgentId agent : found.spinning) stuck.emplace_back(agent.value);
    }
    std::sort(stuck.begin(), stuck.end());
    if (known_.contains(stuck)) return;
    found.view = K;
    if (is_false_ && is_false_(found)) return;
    known_.insert(std::move(stuck));
    result_.found.push_back(std::move(found));
  }

  Prefix& prefix_;
  std::uint64_t most_;
  bool with_locks_;
  bool has_locking_loops_ = false;
  const std::function<bool()>& is_enough_;
  const std::function<bool(const Standstill&)> is_false_;
  std::vector<Agent> agents_;
  std::vector<char> is_candidate_;  // by node
  std::size_t waiting_ = 0;
  std::vector<ChainId> picked_;
  std::set<std::vector<ValueId>> known_;
  std::set<ValueId> loops_;
  StandstillSearch result_;
};

}  // namespace

StandstillSearch find_deadlocks(Prefix& prefix, const std::function<bool()>& is_enough,
                                const std::function<bool(const Standstill&)>& is_false) {
  return DeadlockSearch(prefix, 0, false, is_enough, is_false).run();
}

StandstillSearch find_livelocks(Prefix& prefix, std::uint64_t most,
                                const std::function<bool()>& is_enough) {
  StandstillSearch found = DeadlockSearch(prefix, most, false, is_enough).run();
  if (!found.is_complete) return found;
  StandstillSearch more = DeadlockSearch(prefix, most, true, is_enough).run();
  found.is_complete = more.is_complete;
  found.looked_at += more.looked_at;
  for (Standstill& still : more.found) {
    const bool is_known = std::any_of(
        found.found.begin(), found.found.end(),
        [&](const Standstill& other) { return is_same_set(other.spinning, still.spinning); });
    if (!is_known) found.found.push_back(std::move(still));
  }
  return found;
}

}  // namespace skein
