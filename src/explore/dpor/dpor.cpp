// SPDX-License-Identifier: Apache-2.0
#include "explore/dpor/dpor.hpp"

#include <algorithm>

#include "explore/plan_errors.hpp"

namespace skein::dpor {

Dpor::Dpor(const Bounds& bounds, bool counts_events, Scope scope) : races_(trace_, scope) {
  plan_.bounds = bounds;
  if (counts_events) counter_.emplace();
}

const Plan* Dpor::next() {
  if (!has_begun_) {
    has_begun_ = true;
    return &plan_;
  }
  branch_ = last_backtrack();
  if (branch_.is_none()) return nullptr;
  backtrack_.resize(branch_.index() + 1);
  // What the run explored from there goes to sleep.
  if (branch_ < trace_.size()) sleep_.add(branch_, trace_[branch_]);
  replay(branch_);
  descend();
  // The run may add to backtrack sets further on, but the next plan branches off here at the
  // latest.
  const Position next = last_backtrack();
  plan_.reusable_prefix = next.is_none() ? 0 : next.value;
  return &plan_;
}

// The last position with a backtrack set; none if all sets are empty.
Position Dpor::last_backtrack() const {
  std::size_t i = backtrack_.size();
  while (i > 0 && backtrack_[i - 1].is_none()) --i;
  return i == 0 ? Position{} : Position{i - 1};
}

void Dpor::observe(const Run& run) {
  ensure_followed(name(), run, plan_);
  check_shared_steps(run);
  const Position known = std::min(branch_, Position{run.steps.size()});
  if (counter_) counter_->count(run.steps, known.index());
  trace_.follow(run.steps, known.index());
  extend(run);
  reusable_prefix_ = run.reusable_prefix;
  races_.visit(run, known, [this](const RaceLog::Visit& visit) {
    return visit.is_choice ? add_and_announce(visit.reversal) : add_race(visit.reversal);
  });
}

// Once a position has a backtrack set, the next plan leaves this run there or later. The machine
// may be waiting for this, so it is announced before all races have been looked at.
Position Dpor::add_and_announce(Reversal& reversal) {
  const Position branch = reversal.branch();
  const Position decided = add_backtrack(reversal);
  if (reusable_prefix_ != nullptr && !backtrack_at(branch).is_none() &&
      reusable_prefix_->load(std::memory_order_relaxed) < branch.value) {
    reusable_prefix_->store(branch.value, std::memory_order_relaxed);
  }
  return decided;
}

// Adds the reversal of a race whose second step, when reversed, may be one of several choices.
//
// Any choice will do: once a run takes it there, the untaken choices of that run add the others.
// But if the choice is asleep there will be no such run. That it was explored further up does not
// mean that the others were: between it and them, a move that is independent of all may have been
// explored, and we may be below that move. (Three waiters and a signal: without this, source-DPOR
// finds 60 of 66 classes.)
Position Dpor::add_race(Reversal& reversal) {
  for (;;) {
    const SleepingMove* same = sleep_.find_choice(reversal.branch(), reversal.last());
    const std::uint32_t other = reversal.last().move.choice + 1;
    Position own;
    if (same == nullptr || other >= same->choices ||
        reversal.initial(*same, own) != Reversal::Initial::Yes) {
      return add_and_announce(reversal);
    }
    reversal.set_choice(other);
  }
}

void Dpor::write_reversal(Position branch, const Move& move, const char* verdict) {
  log::write(log::Topic::Races, [&] {
    return "reversal at step " + std::to_string(branch.value) + " by agent " +
           std::to_string(move.agent.value) + ": " + verdict;
  });
}

// The machine says which steps are those of its previous run. The other steps that the plan repeats
// are compared here.
void Dpor::check_shared_steps(const Run& run) const {
  for (std::size_t i = run.shared_prefix; i < branch_.index() && i < run.steps.size(); ++i) {
    const Item& item = trace_[Position{i}];
    if (item.agent != run.steps[i].agent || item.op != run.steps[i].op) {
      fail("the same moves gave different steps: the program is not deterministic");
    }
  }
}

void Dpor::replay(Position length) {
  // The run began with the previous plan's prefix.
  const std::size_t had = plan_.prefix.size();
  plan_.sleep.clear();
  plan_.prefix.resize(length.index());
  for (Position i{had}; i < length; ++i) plan_.prefix[i.index()] = trace_[i].move();
}

void Dpor::fail(const char* what) const { fail_with_plan(name(), what, plan_); }

}  // namespace skein::dpor
