// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_dpor.hpp"

#include <algorithm>

#include "explore/event_dpor/event_prune.hpp"
#include "explore/plan_errors.hpp"

namespace skein {

using event::Cut;
using event::ExecutableCut;

EventDpor::EventDpor(const Bounds& bounds, bool counts_events)
    : plain_(std::make_unique<OptimalDpor>(bounds, counts_events)) {
  plan_.bounds = bounds;
}

const Plan* EventDpor::next() {
  if (plain_) return plain_->next();
  if (!has_begun_) {
    has_begun_ = true;
    plan_.prefix.clear();
    plan_.reusable_prefix = 0;
    return &plan_;
  }
  drop_overtaken();
  if (backlog_.is_empty()) return nullptr;
  backlog_.read_goal(goal_);
  backlog_.read_moves(plan_.prefix);
  backlog_.pop();
  // A guess: the run may contain the next entry too, or add entries before it.
  drop_overtaken();
  plan_.reusable_prefix = backlog_.shared_moves(plan_.prefix);
  return &plan_;
}

// Drops the next entry of the backlog as long as an explored run contains it.
void EventDpor::drop_overtaken() {
  while (!backlog_.is_empty()) {
    backlog_.read_goal(entry_.goal);
    if (!is_contained(entry_.goal)) return;
    backlog_.pop();
    ++counts_.overtaken;
  }
}

bool EventDpor::is_contained(Goal& goal) {
  goal.events.push_back(archive_.find(goal.last));
  const bool is_contained = archive_.contains(goal.events);
  goal.events.pop_back();
  return is_contained;
}

// New knowledge about the program has changed the equivalence, so the runs explored so far no
// longer count.
void EventDpor::restart() {
  has_begun_ = false;
  last_run_.clear();
  archive_.clear();
  memo_.clear();
  backlog_.clear();
  races_.clear();
}

void EventDpor::observe(const Run& run) {
  if (plain_) {
    const bool has_message = std::any_of(run.steps.begin(), run.steps.end(), [](const Step& s) {
      return s.op.kind == OpKind::MessageBegin;
    });
    if (!has_message) {
      plain_->observe(run);
      return;
    }
    // Messages: this run is the first of those that count.
    plain_.reset();
    restart();
    has_begun_ = true;
    plan_.prefix.clear();
  }
  ensure_followed(name(), run, plan_);
  const Position known = shared_steps(run);
  last_run_.resize(known.index());
  last_run_.insert(last_run_.end(), run.steps.begin() + static_cast<std::ptrdiff_t>(known.index()),
                   run.steps.end());
  scene_.messages.follow(last_run_, known.index());
  scene_.trace.follow(scene_.messages.steps(), known.index());
  const std::vector<event::HandlerId>& waiting = waits_.find(scene_, known, run.end);
  if (!waiting.empty()) {
    for (const event::HandlerId h : waiting) scene_.messages.take_as_lock(h);
    ++counts_.restarts;
    restart();
    return;
  }
  fingerprints_.follow(scene_.trace, known);
  archive_.add(fingerprints_, scene_.trace.size(), known);
  // Otherwise it would be planned again and again.
  if (!plan_.prefix.empty() && run.end != End::Cut && !is_contained(goal_)) {
    fail("a run does not contain what it was planned for");
  }

  for (Position i = known; i < scene_.trace.size(); ++i) {
    agents_ = std::max(agents_, scene_.trace[i].agent.index() + 1);
  }
  while (agents_ > 0 && scene_.trace.steps_of(AgentId{agents_ - 1}) == 0) --agents_;
  races_.visit(run, known, [this](const dpor::RaceLog::Visit& visit) {
    add_backtrack(visit);
    return Position{};  // the memo says what need not be looked at again
  });
}

// The number of leading steps that the run shares with the previous run.
EventDpor::Position EventDpor::shared_steps(const Run& run) const {
  const std::size_t most = std::min(run.steps.size(), last_run_.size());
  std::size_t n = std::min(run.shared_prefix, most);
  while (n < most && run.steps[n].agent == last_run_[n].agent &&
         run.steps[n].op == last_run_[n].op && run.steps[n].choice == last_run_[n].choice) {
    ++n;
  }
  return Position{n};
}

void EventDpor::add_backtrack(const dpor::RaceLog::Visit& visit) {
  const dpor::Reversal& reversal = visit.reversal;
  cut_.last = reversal.last();
  cut_.enabler = visit.enabler;
  cut_.attempt = visit.second;
  cut_.steps.clear();
  for (std::size_t b = 0; b < agents_; ++b) {
    const AgentId agent{b};
    const auto steps = scene_.trace.positions_of(agent);
    auto end = steps.end();
    if (!steps.empty() && !reversal.keeps(steps.back())) {
      end = std::partition_point(steps.begin(), end - 1,
                                 [&](Position x) { return reversal.keeps(x); });
    }
    cut_.steps.push_back(static_cast<std::uint32_t>(end - steps.begin()));
  }
  cut_.drop_begins(scene_.messages);
  if (memo_.meet(fingerprints_.of_cut(scene_.trace, cut_))) {
    ++counts_.remembered;
    return;
  }
  for (const ExecutableCut& executable : executable_.find(scene_, cut_)) plan(executable);
}

// Puts an executable cut into the backlog, unless an explored run contains it.
void EventDpor::plan(const ExecutableCut& executable) {
  const Cut& cut = executable.cut;
  // The reversal itself has just been put into the memo.
  if (cut.steps != cut_.steps && memo_.meet(fingerprints_.of_cut(scene_.trace, cut))) {
    ++counts_.repeated;
    return;
  }
  entry_.goal.last = last_event(cut);
  find_maximal(cut);
  if (archive_.find(entry_.goal.last).is_none()) {
    ++counts_.fresh;
  } else if (is_contained(entry_.goal)) {
    ++counts_.contained;
    return;
  } else {
    ++counts_.planned;
  }
  entry_.moves.clear();
  for (Position i{0U}; i < scene_.trace.size(); ++i) {
    const dpor::Item& item = scene_.trace[i];
    if (item.index < executable.start[item.agent.index()]) entry_.moves.push_back(item.move());
  }
  for (const Position i : executable.rest) entry_.moves.push_back(scene_.trace[i].move());
  entry_.moves.push_back(cut.last.move);
  backlog_.push(entry_);
}

// The event that the last operation of the cut becomes. An executable part of a reversal may lack
// writes that the reversal has, so the outcome is that of the part.
WideFingerprint EventDpor::last_event(const Cut& cut) {
  if (!cut.attempt.may_be_idle) return fingerprints_.of_last(scene_.trace, cut);
  resolved_ = cut;
  resolved_.last.op = event::last_operation(scene_, cut);
  return fingerprints_.of_last(scene_.trace, resolved_);
}

// entry_.goal.events := the maximal events of the cut, those that happen before no other event of
// it.
void EventDpor::find_maximal(const Cut& cut) {
  const std::size_t agents = cut.steps.size();
  cover_.assign(agents, 0);
  for (std::size_t c = 0; c < agents; ++c) {
    if (cut.steps[c] == 0) continue;
    const std::uint32_t* const clock =
        scene_.trace.clock(scene_.trace.step_of(AgentId{c}, cut.steps[c] - 1));
    for (std::size_t b = 0; b < agents; ++b) cover_[b] += clock[b] == cut.steps[b] ? 1U : 0U;
  }
  entry_.goal.events.clear();
  for (std::size_t b = 0; b < agents; ++b) {
    if (cut.steps[b] == 0 || cover_[b] > 1) continue;  // its own clock counts it, too
    entry_.goal.events.push_back(archive_.at(scene_.trace.step_of(AgentId{b}, cut.steps[b] - 1)));
  }
}

std::vector<ExplorerCount> EventDpor::counted() const {
  if (plain_) return {};  // there is nothing to decide: optimal DPOR
  const event::SearchCounts& p = executable_.counts();
  const std::uint64_t looked_at = p.in_order + p.witness + p.decision;
  return {
      {"reversals", counts_.remembered + looked_at, "of races, and other choices"},
      {"remembered", counts_.remembered, "of these: met before, not looked at again"},
      {"in_order", p.in_order, "can be executed in the order of the run"},
      {"one_way", p.witness, "an order was found without a choice, or that there is none"},
      {"searched", p.decision, "needed the decision procedure: a search among orders"},
      {"impossible", p.none, "no part can be executed"},
      {"families", p.families, "several parts can be, none with all of the other"},
      {"repeated", counts_.repeated, "parts met before"},
      {"contained", counts_.contained, "redundant: an explored run contains the part"},
      {"fresh", counts_.fresh, "not redundant: ends with an event never seen"},
      {"planned", counts_.planned, "not redundant: no run contains the part"},
      {"overtaken", counts_.overtaken, "of both: by the time they were due, a run did"},
      {"restarts", counts_.restarts, "a handler had to be taken as a lock"},
  };
}

void EventDpor::fail(const char* what) const { fail_with_plan(name(), what, plan_); }

}  // namespace skein
