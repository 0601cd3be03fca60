// SPDX-License-Identifier: Apache-2.0
#include "agreement/all_traces.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/ensure.hpp"

namespace skein::test {

namespace {

class Search {
 public:
  Search(StateSystem& system, std::uint64_t most, std::size_t longest,
         const std::function<void(const Run&)>& visit)
      : system_(system), left_(most), longest_(longest), visit_(visit) {}

  bool run() {
    State start;
    start.locals.push_back(system_.initial_local());
    search(std::move(start));
    return is_complete_;
  }

 private:
  struct State {
    std::vector<ValueId> locals;                 // by agent
    std::vector<std::optional<ValueId>> values;  // by object; empty: as at the beginning
  };

  ValueId value(const State& state, ObjectId x) {
    if (x.index() < state.values.size() && state.values[x.index()]) {
      return *state.values[x.index()];
    }
    return system_.initial_value(x);
  }

  std::vector<ValueId> touched(const State& state, const Transition& transition) {
    std::vector<ValueId> values;
    for (const Touch& t : transition.touches) values.push_back(value(state, t.object));
    return values;
  }

  static bool depends(const Transition& a, const Transition& b) {
    if (a.agent == b.agent || a.child == b.agent || b.child == a.agent) return true;
    for (const Touch& s : a.touches) {
      for (const Touch& t : b.touches) {
        if (s.object == t.object && clash(s.access, t.access)) return true;
      }
    }
    return false;
  }

  // One way to go on.
  struct Way {
    const Transition* transition;
    std::uint32_t choice;
    std::uint32_t choices;  // how many choices there are

    [[nodiscard]] Move move() const { return Move{transition->agent, choice}; }
  };

  // A state on the way from the beginning to where the search is. Not a frame of a recursion: runs
  // have thousands of steps.
  struct Level {
    State state;
    std::vector<Way> choices;
    std::vector<Move> sleep;
    std::vector<Move> done;  // asleep from the beginning, or explored
    std::size_t next = 0;    // of `choices`
    std::size_t violations;  // up to here
  };

  void search(State start) {
    std::vector<Level> levels;
    levels.push_back(enter(std::move(start), {}));
    while (is_complete_) {
      Level& level = levels.back();
      if (level.next == level.choices.size()) {
        levels.pop_back();
        if (levels.empty()) return;
        run_.steps.pop_back();
        run_.violations.resize(levels.back().violations);
        continue;
      }
      const Way way = level.choices[level.next++];
      const Move move = way.move();
      if (std::find(level.sleep.begin(), level.sleep.end(), move) != level.sleep.end()) continue;
      std::vector<Move> asleep;
      for (const Move& m : level.done) {
        const Transition* const other = system_.transition(level.state.locals[m.agent.index()]);
        if (!depends(*way.transition, *other)) asleep.push_back(m);
      }
      level.done.push_back(move);
      if (left_ == 0 || run_.steps.size() >= longest_) {
        is_complete_ = false;
        return;
      }
      --left_;
      levels.push_back(enter(step(level.state, way), std::move(asleep)));
    }
  }

  // Reports the run if it ends here.
  Level enter(State state, std::vector<Move> sleep) {
    Level level;
    std::vector<Pending> pending;
    for (const ValueId local : state.locals) {
      const Transition* const transition = local.is_absent() ? nullptr : system_.transition(local);
      if (transition == nullptr) continue;
      Pending& p = pending.emplace_back();
      p.agent = transition->agent;
      p.op = operation(*transition);
      const std::uint32_t choices = system_.choices(local, touched(state, *transition));
      p.is_enabled = choices > 0;
      for (std::uint32_t choice = 0; choice < choices; ++choice) {
        level.choices.push_back({transition, choice, choices});
      }
    }
    if (level.choices.empty()) report(state, std::move(pending));
    level.state = std::move(state);
    level.done = sleep;
    level.sleep = std::move(sleep);
    level.violations = run_.violations.size();
    return level;
  }

  static Operation operation(const Transition& transition) {
    Operation op;
    op.kind = transition.kind;
    if (!transition.touches.empty()) op.first = transition.touches[0].object;
    if (transition.touches.size() > 1 && traits(transition.kind).second != Access::None) {
      op.second = transition.touches[1].object;
    }
    return op;
  }

  // The state after the way, whose step is now the run's last.
  State step(State state, const Way& way) {
    const Transition& transition = *way.transition;
    const std::vector<ValueId> values = touched(state, transition);
    const Outcome& outcome =
        system_.execute(state.locals[transition.agent.index()], values, way.choice);
    Step& s = run_.steps.emplace_back();
    s.agent = transition.agent;
    s.op = operation(transition);
    s.choice = way.choice;
    s.choices = way.choices;
    s.site = transition.site;
    s.value = outcome.value;
    for (std::size_t i = 0; i < transition.touches.size(); ++i) {
      const ObjectId x = transition.touches[i].object;
      if (transition.touches[i].access != Access::Write) continue;
      if (state.values.size() <= x.index()) state.values.resize(x.index() + 1);
      state.values[x.index()] = outcome.values[i];
    }
    state.locals[transition.agent.index()] = outcome.local;
    if (!transition.child.is_none()) {
      if (state.locals.size() <= transition.child.index())
        state.locals.resize(transition.child.index() + 1);
      state.locals[transition.child.index()] = outcome.born;
    }
    if (outcome.fault) {
      run_.violations.push_back(Violation{outcome.fault->facts, transition.agent,
                                          StepIndex{run_.steps.size() - 1}, outcome.fault->site});
    }
    return state;
  }

  void report(const State& state, std::vector<Pending> pending) {
    run_.pending = std::move(pending);
    run_.end = run_.pending.empty() ? End::Completed : End::Deadlock;
    // Who is there and does nothing any more has ended the program, was assumed away, or has
    // failed.
    for (const ValueId local : state.locals) {
      if (local.is_absent() || system_.transition(local) != nullptr) continue;
      if (run_.end == End::Deadlock) run_.end = End::Completed;
      if (system_.is_assumed_away(local)) run_.end = End::Blocked;
    }
    if (!run_.violations.empty()) run_.end = End::Violation;
    visit_(run_);
  }

  StateSystem& system_;
  std::uint64_t left_;
  std::size_t longest_;
  const std::function<void(const Run&)>& visit_;
  Run run_;
  bool is_complete_ = true;
};

}  // namespace

bool for_each_trace(StateSystem& system, std::uint64_t most, std::size_t longest,
                    const std::function<void(const Run&)>& visit) {
  return Search(system, most, longest, visit).run();
}

}  // namespace skein::test
