#include "agreement/all_traces.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/check.hpp"

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

  std::vector<ValueId> touched(const State& state, const Intent& intent) {
    std::vector<ValueId> values;
    for (const Touch& t : intent.touches) values.push_back(value(state, t.object));
    return values;
  }

  static bool depends(const Intent& a, const Intent& b) {
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
    const Intent* intent;
    std::uint32_t choice;
    std::uint32_t ways;  // how many choices there are

    [[nodiscard]] Move move() const { return Move{intent->agent, choice}; }
  };

  // A state on the way from the beginning to where the search is. Not a frame of a recursion: runs
  // have thousands of steps.
  struct Level {
    State state;
    std::vector<Way> ways;
    std::vector<Move> sleep;
    std::vector<Move> done;  // asleep from the beginning, or explored
    std::size_t next = 0;    // of `ways`
    std::size_t violations;  // up to here
  };

  void search(State start) {
    std::vector<Level> levels;
    levels.push_back(enter(std::move(start), {}));
    while (is_complete_) {
      Level& level = levels.back();
      if (level.next == level.ways.size()) {
        levels.pop_back();
        if (levels.empty()) return;
        run_.steps.pop_back();
        run_.violations.resize(levels.back().violations);
        continue;
      }
      const Way way = level.ways[level.next++];
      const Move move = way.move();
      if (std::find(level.sleep.begin(), level.sleep.end(), move) != level.sleep.end()) continue;
      std::vector<Move> asleep;
      for (const Move& m : level.done) {
        const Intent* const other = system_.intent(level.state.locals[m.agent.index()]);
        if (!depends(*way.intent, *other)) asleep.push_back(m);
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
      const Intent* const intent = local == 0 ? nullptr : system_.intent(local);
      if (intent == nullptr) continue;
      Pending& p = pending.emplace_back();
      p.agent = intent->agent;
      p.op = operation(*intent);
      const std::uint32_t ways = system_.ways(local, touched(state, *intent));
      p.is_enabled = ways > 0;
      for (std::uint32_t choice = 0; choice < ways; ++choice) {
        level.ways.push_back({intent, choice, ways});
      }
    }
    if (level.ways.empty()) report(state, std::move(pending));
    level.state = std::move(state);
    level.done = sleep;
    level.sleep = std::move(sleep);
    level.violations = run_.violations.size();
    return level;
  }

  static Operation operation(const Intent& intent) {
    Operation op;
    op.kind = intent.kind;
    if (!intent.touches.empty()) op.first = intent.touches[0].object;
    if (intent.touches.size() > 1 && traits(intent.kind).second != Access::None) {
      op.second = intent.touches[1].object;
    }
    return op;
  }

  // The state after the way, whose step is now the run's last.
  State step(State state, const Way& way) {
    const Intent& intent = *way.intent;
    const std::vector<ValueId> values = touched(state, intent);
    const Outcome& outcome = system_.fire(state.locals[intent.agent.index()], values, way.choice);
    Step& s = run_.steps.emplace_back();
    s.agent = intent.agent;
    s.op = operation(intent);
    s.choice = way.choice;
    s.choices = way.ways;
    s.site = intent.site;
    s.value = outcome.value;
    for (std::size_t i = 0; i < intent.touches.size(); ++i) {
      const ObjectId x = intent.touches[i].object;
      if (intent.touches[i].access != Access::Write) continue;
      if (state.values.size() <= x.index()) state.values.resize(x.index() + 1);
      state.values[x.index()] = outcome.values[i];
    }
    state.locals[intent.agent.index()] = outcome.local;
    if (!intent.child.is_none()) {
      if (state.locals.size() <= intent.child.index())
        state.locals.resize(intent.child.index() + 1);
      state.locals[intent.child.index()] = outcome.born;
    }
    if (outcome.fault) {
      run_.violations.push_back(Violation{outcome.fault->facts, intent.agent,
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
      if (local == 0 || system_.intent(local) != nullptr) continue;
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
