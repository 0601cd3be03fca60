// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/dpor.hpp"

#include <algorithm>
#include <string>

#include "core/check.hpp"

namespace skein::dpor {

Dpor::Dpor(const Bounds& bounds, bool counts_events, Scope scope) : scope_(scope) {
  plan_.bounds = bounds;
  if (counts_events) census_.emplace();
}

const Plan* Dpor::next() {
  if (!has_begun_) {
    has_begun_ = true;
    return &plan_;
  }
  branch_ = last_left();
  if (branch_ == kNowhere) return nullptr;
  left_.resize(branch_ + 1);
  // What was explored from there goes to sleep.
  if (branch_ < trace_.size()) sleep_.add(branch_, trace_[branch_]);
  replay(branch_);
  turn();
  // The run may show more to be explored, but it is there at the latest that the next plan leaves.
  const Position next = last_left();
  plan_.stays = next == kNowhere ? 0 : next;
  return &plan_;
}

// The last position where something is left, or nowhere.
Position Dpor::last_left() const {
  std::size_t i = left_.size();
  while (i > 0 && left_[i - 1] == kNothing) --i;
  return i == 0 ? kNowhere : static_cast<Position>(i - 1);
}

void Dpor::observe(const Run& run) {
  if (run.end == End::Diverged) fail("the machine could not follow the plan");
  if (run.steps.size() < plan_.prefix.size() && run.end != End::Cut) {
    fail("a run ended before the end of its prefix");
  }
  check_shared_steps(run);
  const Position known = std::min(branch_, static_cast<Position>(run.steps.size()));
  if (census_) census_->count(run.steps, known);
  trace_.follow(run.steps, known);
  extend(run);
  stays_ = run.stays;

  while (!races_.empty() && races_.back().second >= known) races_.pop_back();
  for (Race& race : races_) {
    if (race.settled >= known) note_old(race);
  }
  for (Position i = known; i < trace_.size(); ++i) {
    note_new(i);
    if (trace_[i].choices > 1) note_choices(i);
  }
  // What waits at the end can still be the second of a race. What could run but sleeps was
  // explored before; what could run but for a bound counts.
  for (const Pending& pending : run.pending) {
    if (!pending.is_enabled || run.end == End::Cut) note_pending(pending);
  }
}

// Notes the reversal. Where something is left, there or later the next plan leaves this run: who
// waits for it need not wait until all is noted.
Position Dpor::note_and_tell() {
  const Position branch = reversal_.branch();
  const Position settled = note(reversal_);
  if (stays_ != nullptr && left_[branch] != kNothing &&
      stays_->load(std::memory_order_relaxed) < branch) {
    stays_->store(branch, std::memory_order_relaxed);
  }
  return settled;
}

// Notes the reversal of a race whose second step, when reversed, may be one of several choices.
//
// Any choice will do: once a run takes it there, note_choices() adds the others. But if it is
// asleep there will be no such run. That it was explored further up does not mean that the others
// were: between it and them, a move that is independent of all may have been explored, and we may
// be below that one. (Three waiters and a signal: without this, source-DPOR finds 60 of 66
// classes.)
Position Dpor::note_race() {
  for (;;) {
    const SleepingMove* same = sleep_.find_choice(reversal_.branch(), reversal_.last());
    const std::uint32_t other = reversal_.last().move.choice + 1;
    Position own = 0;
    if (same == nullptr || other >= same->choices ||
        reversal_.initial(*same, own) != Reversal::Initial::Yes) {
      return note_and_tell();
    }
    reversal_.set_choice(other);
  }
}

// A race of two steps that the run before had too. The steps that follow are others now, and so is
// the reversal.
void Dpor::note_old(Race& race) {
  if (race.removes_one) {
    KnownMove last = known_move(trace_[race.second]);
    last.move.choice = race.choice;
    reversal_.start(last, race.second, trace_.size());
    reversal_.remove(race.first);
  } else {
    finder_.find(race.second);
    finder_.reverse(race.first, trace_.size(), reversal_);
  }
  race.settled = race.first == race.second ? note_and_tell() : note_race();
}

void Dpor::note_new(Position step) {
  finder_.find(step);
  for (std::size_t r = 0; r < finder_.count(); ++r) {
    finder_.reverse(finder_.first(r), scope_ == Scope::NewSteps ? step : trace_.size(), reversal_);
    const bool removes_one = reversal_.removes_one();
    if (log::is_on(log::Topic::Races)) [[unlikely]]
      write_race(finder_.first(r), trace_[step].op.kind, step);
    const Position settled = note_race();
    if (scope_ == Scope::WholeRun) {
      races_.push_back(Race{finder_.first(r), step, 0, settled, removes_one});
    }
  }
}

void Dpor::note_pending(const Pending& pending) {
  finder_.find(pending);
  for (std::size_t r = 0; r < finder_.count(); ++r) {
    finder_.reverse(finder_.first(r), trace_.size(), reversal_);
    if (log::is_on(log::Topic::Races)) [[unlikely]]
      write_race(finder_.first(r), pending.op.kind, trace_.size());
    static_cast<void>(note_race());
  }
}

void Dpor::note_choices(Position step) {
  const Item& item = trace_[step];
  for (std::uint32_t c = 0; c < item.choices; ++c) {
    if (c == item.choice) continue;
    KnownMove other = known_move(item);
    other.move.choice = c;
    reversal_.start(other, step, scope_ == Scope::NewSteps ? step : trace_.size());
    reversal_.remove(step);
    const Position settled = note_and_tell();
    if (scope_ == Scope::WholeRun) races_.push_back(Race{step, step, c, settled, true});
  }
}

void Dpor::write_race(Position first, OpKind second_kind, Position second) const {
  log::write(log::Topic::Races, [&] {
    const auto who = [&](AgentId agent) { return " of agent " + std::to_string(agent.value); };
    return "race: step " + std::to_string(first) + ", " +
           std::string(skein::name(trace_[first].op.kind)) + who(trace_[first].agent) + ", with " +
           (second < trace_.size() ? "step " + std::to_string(second) : "the pending") + ", " +
           std::string(skein::name(second_kind)) + who(reversal_.last().move.agent);
  });
}

void Dpor::write_reversal(Position branch, const Move& move, const char* verdict) {
  log::write(log::Topic::Races, [&] {
    return "reversal at step " + std::to_string(branch) + " by agent " +
           std::to_string(move.agent.value) + ": " + verdict;
  });
}

// The machine says which steps are those of its run before; the others that we planned to be the
// same we compare ourselves.
void Dpor::check_shared_steps(const Run& run) const {
  for (std::size_t i = run.shared_prefix; i < branch_ && i < run.steps.size(); ++i) {
    const Item& item = trace_[static_cast<Position>(i)];
    if (item.agent != run.steps[i].agent || item.op != run.steps[i].op) {
      fail("the same moves gave different steps: the program is not deterministic");
    }
  }
}

void Dpor::replay(Position length) {
  // The prefix of the plan before is what the run began with.
  const std::size_t had = plan_.prefix.size();
  plan_.sleep.clear();
  plan_.prefix.resize(length);
  for (std::size_t i = had; i < length; ++i) {
    plan_.prefix[i] = trace_[static_cast<Position>(i)].move();
  }
}

void Dpor::fail(const char* what) const {
  std::string text = std::string(name()) + ": " + what + "; plan:";
  for (const Move& m : plan_.prefix) {
    text += ' ' + std::to_string(m.agent.value);
    if (m.choice != 0) text += '/' + std::to_string(m.choice);
  }
  text += "; asleep:";
  for (const Sleeper& s : plan_.sleep) {
    text += ' ' + std::to_string(s.move.agent.value) + '/' + std::to_string(s.move.choice);
  }
  throw InternalError(text);
}

}  // namespace skein::dpor
