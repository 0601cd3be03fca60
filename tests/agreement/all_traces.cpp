#include "agreement/all_traces.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "model/check.hpp"

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
    search(start, {});
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

  void search(const State& state, const std::vector<Move>& sleep) {
    if (!is_complete_) return;
    struct Enabled {
      const Intent* intent;
      std::uint32_t ways;
    };
    std::vector<Enabled> enabled;
    std::vector<Pending> pending;
    for (const ValueId local : state.locals) {
      const Intent* const intent = local == 0 ? nullptr : system_.intent(local);
      if (intent == nullptr) continue;
      Pending& p = pending.emplace_back();
      p.agent = intent->agent;
      p.op = operation(*intent);
      const std::uint32_t ways = system_.ways(local, touched(state, *intent));
      p.is_enabled = ways > 0;
      if (ways > 0) enabled.push_back({intent, ways});
    }
    if (enabled.empty()) return report(state, std::move(pending));
    std::vector<Move> done = sleep;
    for (const auto& [intent, ways] : enabled) {
      for (std::uint32_t choice = 0; choice < ways; ++choice) {
        const Move move{intent->agent, choice};
        if (std::find(sleep.begin(), sleep.end(), move) != sleep.end()) continue;
        std::vector<Move> asleep;
        for (const Move& m : done) {
          const Intent* const other = system_.intent(state.locals[m.agent.index()]);
          if (!depends(*intent, *other)) asleep.push_back(m);
        }
        step(state, *intent, move, ways, asleep);
        done.push_back(move);
      }
    }
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

  void step(const State& before, const Intent& intent, Move move, std::uint32_t ways,
            const std::vector<Move>& asleep) {
    if (left_ == 0 || run_.steps.size() >= longest_) {
      is_complete_ = false;
      return;
    }
    --left_;
    State state = before;
    const std::vector<ValueId> values = touched(state, intent);
    const std::size_t violations = run_.violations.size();
    const Outcome& outcome = system_.fire(state.locals[move.agent.index()], values, move.choice);
    Step& s = run_.steps.emplace_back();
    s.agent = move.agent;
    s.op = operation(intent);
    s.choice = move.choice;
    s.choices = ways;
    s.site = intent.site;
    s.value = outcome.value;
    for (std::size_t i = 0; i < intent.touches.size(); ++i) {
      const ObjectId x = intent.touches[i].object;
      if (intent.touches[i].access != Access::Write) continue;
      if (state.values.size() <= x.index()) state.values.resize(x.index() + 1);
      state.values[x.index()] = outcome.values[i];
    }
    state.locals[move.agent.index()] = outcome.local;
    if (!intent.child.is_none()) {
      if (state.locals.size() <= intent.child.index())
        state.locals.resize(intent.child.index() + 1);
      state.locals[intent.child.index()] = outcome.born;
    }
    if (outcome.fault) {
      run_.violations.push_back(Violation{outcome.fault->kind, outcome.fault->message, move.agent,
                                          StepIndex{run_.steps.size() - 1}, outcome.fault->site});
    }
    search(state, asleep);
    run_.steps.pop_back();
    run_.violations.resize(violations);
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
