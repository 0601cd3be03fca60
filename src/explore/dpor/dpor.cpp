// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/dpor.hpp"

#include <algorithm>

#include "explore/plan_errors.hpp"

namespace skein::dpor {

Dpor::Dpor(const Bounds& bounds, bool counts_events, Scope scope) : races_(trace_, scope) {
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
  ensure_followed(name(), run, plan_);
  check_shared_steps(run);
  const Position known = std::min(branch_, static_cast<Position>(run.steps.size()));
  if (census_) census_->count(run.steps, known);
  trace_.follow(run.steps, known);
  extend(run);
  stays_ = run.stays;

  races_.visit(run, known, [this](const RaceLog::Visit& visit) {
    return visit.is_choice ? note_and_tell(visit.reversal) : note_race(visit.reversal);
  });
}

// Notes the reversal. Where something is left, there or later the next plan leaves this run: who
// waits for it need not wait until all is noted.
Position Dpor::note_and_tell(Reversal& reversal) {
  const Position branch = reversal.branch();
  const Position settled = note(reversal);
  if (stays_ != nullptr && left_[branch] != kNothing &&
      stays_->load(std::memory_order_relaxed) < branch) {
    stays_->store(branch, std::memory_order_relaxed);
  }
  return settled;
}

// Notes the reversal of a race whose second step, when reversed, may be one of several choices.
//
// Any choice will do: once a run takes it there, its choices add the others. But if it is
// asleep there will be no such run. That it was explored further up does not mean that the others
// were: between it and them, a move that is independent of all may have been explored, and we may
// be below that one. (Three waiters and a signal: without this, source-DPOR finds 60 of 66
// classes.)
Position Dpor::note_race(Reversal& reversal) {
  for (;;) {
    const SleepingMove* same = sleep_.find_choice(reversal.branch(), reversal.last());
    const std::uint32_t other = reversal.last().move.choice + 1;
    Position own = 0;
    if (same == nullptr || other >= same->choices ||
        reversal.initial(*same, own) != Reversal::Initial::Yes) {
      return note_and_tell(reversal);
    }
    reversal.set_choice(other);
  }
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

void Dpor::fail(const char* what) const { fail_with_plan(name(), what, plan_); }

}  // namespace skein::dpor
