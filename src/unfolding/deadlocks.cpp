#include "unfolding/deadlocks.hpp"

#include <algorithm>
#include <set>

namespace skein {

namespace {

class Search {
 public:
  Search(Prefix& prefix, AgentId ends_all, const std::function<bool()>& is_enough)
      : prefix_(prefix), ends_all_(ends_all), is_enough_(is_enough) {}

  DeadlockSearch run() {
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
    std::vector<ChainId> nodes;      // of its chain, all
    std::size_t waiting = 0;         // candidates at which it waits
  };

  [[nodiscard]] const Intent* intent(ChainId n) {
    return prefix_.system().intent(prefix_.chains()[n].value);
  }

  // The nodes of every agent's chain at which it can stay for ever.
  void list_candidates() {
    for (std::uint32_t i = 0; i < prefix_.components(); ++i) {
      const ComponentId c{i};
      if (prefix_.agent_of(c).is_none()) continue;
      Agent agent;
      agent.component = c;
      std::vector<ChainId> todo{prefix_.root(c)};
      while (!todo.empty()) {
        const ChainId n = todo.back();
        todo.pop_back();
        const Chains::Node& node = prefix_.chains()[n];
        for (ChainId d = node.first_child; !d.is_none(); d = prefix_.chains()[d].next_sibling) {
          todo.push_back(d);
        }
        const Intent* const what = intent(n);
        const bool may_wait = what != nullptr && traits(what->kind).enabling != Enabling::kAlways;
        agent.nodes.push_back(n);
        agent.is_candidate.push_back(what == nullptr || may_wait ? 1 : 0);
        is_candidate_.resize(prefix_.chains().size());
        is_candidate_[n.index()] = agent.is_candidate.back();
      }
      agents_.push_back(std::move(agent));
    }
  }

  // Whether the agent at n would be disabled if x had the value v and its other objects the values
  // in n's own history. Only exact for operations that wait for one object, so others count as
  // disabled.
  bool waits_at(ChainId n, ObjectId x, ValueId v) {
    const Intent* const what = intent(n);
    if (what->touches.size() != 1) return true;
    static_cast<void>(x);
    const ValueId values[] = {v};
    return prefix_.system().ways(prefix_.chains()[n].value, values) == 0;
  }

  void strike_out() {
    bool has_changed = true;
    while (has_changed) {
      has_changed = false;
      // For each object the values that it has in some candidate's history.
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
          const Intent* const what = intent(n);
          if (is_candidate_[n.index()] == 0 || what == nullptr) continue;
          ++agent.waiting;
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

  // Those with few places to wait at first: a wrong pick is noticed early.
  void order_agents() {
    std::stable_sort(agents_.begin(), agents_.end(),
                     [](const Agent& a, const Agent& b) { return a.waiting < b.waiting; });
    for (const Agent& agent : agents_) waiting_ += agent.waiting;
  }

  void pick(const View& K, std::size_t i) {
    if (waiting_ == 0 || !result_.is_complete) return;
    ++result_.looked_at;
    if (is_enough_ && (result_.looked_at & 255U) == 0 && is_enough_()) {
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
      const Chains::Node& node = prefix_.chains()[n];
      for (ChainId d = node.first_child; !d.is_none(); d = prefix_.chains()[d].next_sibling) {
        todo.push_back(d);
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

  void judge(const View& K) {
    std::vector<ChainId> stuck;
    for (std::size_t i = 0; i < agents_.size(); ++i) {
      const AgentId agent = prefix_.agent_of(agents_[i].component);
      const ValueId local = prefix_.chains()[picked_[i]].value;
      if (intent(picked_[i]) == nullptr) {
        // Who halted has been reported, or was assumed away; who is gone may have ended all.
        if (local != 0) return;
        const bool has_run = prefix_.chains()[picked_[i]].depth > 0;
        if (agent == ends_all_ && has_run) return;
        continue;
      }
      if (prefix_.ways(K, picked_[i]) != 0) return;
      stuck.push_back(picked_[i]);
    }
    if (stuck.empty()) return;
    std::vector<ValueId> key;
    for (const ChainId n : stuck) key.push_back(prefix_.chains()[n].value);
    std::sort(key.begin(), key.end());
    if (known_.insert(key).second) result_.found.push_back(K);
  }

  Prefix& prefix_;
  AgentId ends_all_;
  const std::function<bool()>& is_enough_;
  std::vector<Agent> agents_;
  std::vector<char> is_candidate_;  // by node
  std::size_t waiting_ = 0;
  std::vector<ChainId> picked_;
  std::set<std::vector<ValueId>> known_;
  DeadlockSearch result_;
};

}  // namespace

DeadlockSearch find_deadlocks(Prefix& prefix, AgentId ends_all,
                              const std::function<bool()>& is_enough) {
  return Search(prefix, ends_all, is_enough).run();
}

}  // namespace skein
