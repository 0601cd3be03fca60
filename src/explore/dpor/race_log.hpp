// SPDX-License-Identifier: Apache-2.0
// The races of the current run, and the walk over all reversals that a run asks for.
//
// Every explorer that reverses races treats a new run in the same way. It looks again at the races
// that the run shares with the previous run, then at the races and the untaken choices of each new
// step, then at the operations that wait at the end. The explorers differ in what they do with a
// reversal: source-DPOR adds a move to a backtrack set, optimal DPOR a sequence to a wakeup tree,
// Event-DPOR plans cuts of the run. So the walk is here, and the explorer is its visitor.
//
// The untaken choices of a step are treated as races of the step with itself: the reversal is all
// that does not happen after the step, and then the same agent with another choice.
//
// Old races must be visited again because their reversals end differently: a reversal has all steps
// of the run that do not happen after the first step of the race, and the last of these steps have
// changed. A visitor that decides from a part of the run says so, and the log asks again only when
// that part has changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/log.hpp"
#include "core/run.hpp"
#include "explore/dpor/race_finder.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/dpor/trace.hpp"

namespace skein::dpor {

class RaceLog {
 public:
  // Which races are visited, and how much of the run belongs to their reversals.
  enum class Scope : std::uint8_t {
    // The races whose second step is new. A reversal has only steps before that one.
    NewSteps,
    // All races. A reversal has all steps of the run that do not happen after the first step.
    WholeRun,
  };

  RaceLog(const Trace& trace, Scope scope) : trace_(trace), scope_(scope) {}

  // One question to the visitor, which may change the reversal.
  struct Visit {
    Reversal& reversal;
    bool is_choice = false;  // not a race of two steps, but an untaken choice
    Position enabler;        // the step that the second operation waits for, if it needs one
    Attempt second;          // the second operation, as in the run
  };

  // Visits all reversals of a run. REQUIRES: the trace has followed the run, which shares its first
  // `known` steps with the previous run. The visitor returns a position p: its decision is the same
  // for all runs that agree with this one up to and including p, so the race is not visited again
  // for those. None means that the decision depends on the whole run.
  template <class Visitor>
  void visit(const Run& run, Position known, const Visitor& visitor) {
    while (!races_.empty() && races_.back().second >= known) races_.pop_back();
    for (Race& race : races_) {
      if (race.decided >= known) visit_old(race, visitor);
    }
    for (Position i = known; i < trace_.size(); ++i) {
      visit_races(i, visitor);
      if (trace_[i].choices > 1) visit_choices(i, visitor);
    }
    // An operation that waits at the end can still be the second of a race. An enabled operation
    // that is asleep was explored before; one that only a bound kept back counts.
    for (const Pending& pending : run.pending) {
      if (!pending.is_enabled || run.end == End::Cut) visit_pending(pending, visitor);
    }
  }

  // Forgets the run: the next one shares nothing with it.
  void clear() { races_.clear(); }

 private:
  struct Race {
    Position first;
    Position second;
    std::uint32_t choice = 0;  // of the second, when reversed
    Position decided;          // the visitor's decision is the same while runs agree up to here
    // The reversal leaves out just the first step and what happens after it, and the second
    // operation is that of the run.
    bool is_simple = true;
  };

  // For the debug log. A second step at the end of the trace is an operation that waits.
  void log_race(Position first, OpKind second_kind, Position second) const {
    if (log::is_on(log::Topic::Races)) [[unlikely]]
      write_race(first, second_kind, second);
  }
  void write_race(Position first, OpKind second_kind, Position second) const;

  [[nodiscard]] Position end_for(Position step) const {
    return scope_ == Scope::NewSteps ? step : trace_.size();
  }
  [[nodiscard]] Position enabler_of(Position step) const {
    return needs_enabler(trace_[step].op.kind) ? trace_[step].enabler : Position{};
  }

  template <class Visitor>
  void visit_old(Race& race, const Visitor& visitor) {
    if (race.is_simple) {
      KnownMove last = known_move(trace_[race.second]);
      last.move.choice = race.choice;
      reversal_.start(last, race.second, trace_.size());
      reversal_.remove(race.first);
    } else {
      finder_.find(race.second);
      finder_.reverse(race.first, trace_.size(), reversal_);
    }
    race.decided = visitor(Visit{reversal_, race.first == race.second, enabler_of(race.second),
                                 attempt_of(trace_[race.second])});
  }

  template <class Visitor>
  void visit_races(Position step, const Visitor& visitor) {
    finder_.find(step);
    for (std::size_t r = 0; r < finder_.count(); ++r) {
      finder_.reverse(finder_.first(r), end_for(step), reversal_);
      const bool is_simple = reversal_.removes_one() && !trace_[step].may_be_idle;
      log_race(finder_.first(r), trace_[step].op.kind, step);
      const Position decided =
          visitor(Visit{reversal_, false, enabler_of(step), attempt_of(trace_[step])});
      if (scope_ == Scope::WholeRun) {
        races_.push_back(Race{finder_.first(r), step, 0, decided, is_simple});
      }
    }
  }

  template <class Visitor>
  void visit_choices(Position step, const Visitor& visitor) {
    for (std::uint32_t c = 0; c < trace_[step].choices; ++c) {
      if (c == trace_[step].choice) continue;
      KnownMove other = known_move(trace_[step]);
      other.move.choice = c;
      reversal_.start(other, step, end_for(step));
      reversal_.remove(step);
      const Position decided =
          visitor(Visit{reversal_, true, enabler_of(step), attempt_of(trace_[step])});
      if (scope_ == Scope::WholeRun) races_.push_back(Race{step, step, c, decided, true});
    }
  }

  template <class Visitor>
  void visit_pending(const Pending& pending, const Visitor& visitor) {
    finder_.find(pending);
    for (std::size_t r = 0; r < finder_.count(); ++r) {
      finder_.reverse(finder_.first(r), trace_.size(), reversal_);
      log_race(finder_.first(r), pending.op.kind, trace_.size());
      static_cast<void>(visitor(Visit{reversal_, false,
                                      needs_enabler(pending.op.kind) ? pending.enabler : Position{},
                                      attempt_of(pending)}));
    }
  }

  const Trace& trace_;
  Scope scope_;
  RaceFinder finder_{trace_};
  Reversal reversal_{trace_};
  std::vector<Race> races_;  // of the current run, by second step; empty if the scope is NewSteps
};

}  // namespace skein::dpor
