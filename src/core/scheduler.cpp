// SPDX-License-Identifier: Apache-2.0
#include "core/scheduler.hpp"

#include <algorithm>

#include "core/ensure.hpp"

namespace skein {

namespace {

bool contains(std::span<const Pending> enabled, AgentId agent) {
  return std::any_of(enabled.begin(), enabled.end(),
                     [&](const Pending& p) { return p.agent == agent; });
}

Decision stop(End end, BoundHit bound = BoundHit::None) {
  Decision d;
  d.is_stop = true;
  d.end = end;
  d.bound = bound;
  return d;
}

}  // namespace

void Scheduler::begin(const Plan& plan, std::span<const Step> replayed) {
  plan_ = &plan;
  position_ = 0;
  last_ = AgentId{};
  last_yielded_ = false;
  streak_ = 0;
  switches_ = 0;
  preemptions_ = 0;
  asleep_.assign(plan.sleep.begin(), plan.sleep.end());
  demoted_.clear();
  change_points_.clear();
  if (plan.policy != Policy::Continue) random_ = Random(plan.seed);
  if (plan.policy == Policy::Pct) {
    for (std::uint32_t i = 1; i < plan.pct_depth; ++i) {
      change_points_.push_back(random_.below(plan.pct_length));
    }
  }
  ensure(replayed.size() <= plan.prefix.size(), "restored more than the plan's prefix");
  // Pct too: which agents were demoted at change points depends on every step.
  const bool counts = plan.bounds.switches != kUnbounded || plan.bounds.preemptions != kUnbounded ||
                      plan.policy == Policy::Pct;
  if (counts) {
    for (const Step& s : replayed) took(s);
  } else if (!replayed.empty()) {
    position_ = replayed.size() - 1;
    took(replayed.back());
  }
}

bool Scheduler::is_asleep(Move move) const {
  return std::any_of(asleep_.begin(), asleep_.end(),
                     [&](const Sleeper& s) { return s.move == move; });
}

bool Scheduler::has_awake_choice(const Pending& candidate) const {
  if (asleep_.empty()) return true;
  for (std::uint32_t c = 0; c < candidate.choices; ++c) {
    if (!is_asleep(Move{candidate.agent, c})) return true;
  }
  return false;
}

// REQUIRES has_awake_choice(candidate).
std::uint32_t Scheduler::awake_choice(const Pending& candidate) {
  std::uint32_t start = 0;
  if (candidate.choices > 1 && plan_->policy != Policy::Continue) {
    start = static_cast<std::uint32_t>(random_.below(candidate.choices));
  }
  for (std::uint32_t i = 0; i < candidate.choices; ++i) {
    const std::uint32_t c = (start + i) % candidate.choices;
    if (!is_asleep(Move{candidate.agent, c})) return c;
  }
  return 0;
}

bool Scheduler::may_switch_to(AgentId agent, std::span<const Pending> enabled) const {
  if (last_.is_none() || agent == last_) return true;
  if (switches_ >= plan_->bounds.switches) return false;
  return preemptions_ < plan_->bounds.preemptions || last_yielded_ || !contains(enabled, last_);
}

Decision Scheduler::bounded(Move move, std::span<const Pending> enabled) const {
  if (position_ >= plan_->bounds.steps) return stop(End::Cut, BoundHit::Steps);
  Decision d;
  d.move = move;
  if (!last_.is_none() && move.agent != last_) {
    d.is_preemption = !last_yielded_ && contains(enabled, last_);
    if (switches_ >= plan_->bounds.switches) return stop(End::Cut, BoundHit::Switches);
    if (d.is_preemption && preemptions_ >= plan_->bounds.preemptions) {
      return stop(End::Cut, BoundHit::Preemptions);
    }
  }
  return d;
}

Decision Scheduler::follow_prefix(std::span<const Pending> enabled) {
  const Move move = plan_->prefix[position_];
  for (const Pending& p : enabled) {
    if (p.agent == move.agent) {
      if (move.choice >= p.choices) break;
      return bounded(move, enabled);
    }
  }
  return stop(End::Diverged);
}

// [PCT Sec. 3]: distinct random priorities; every demotion ranks below all initial ones.
std::uint64_t Scheduler::pct_priority(AgentId agent) const {
  for (std::size_t i = demoted_.size(); i > 0; --i) {
    if (demoted_[i - 1] == agent) return demoted_.size() - i;
  }
  return (mix64(plan_->seed ^ (0x9e3779b97f4a7c15ULL * (agent.value + 1ULL))) | (1ULL << 63U));
}

Decision Scheduler::choose(std::span<const Pending> enabled) {
  // The common case: go on with the same agent.
  if (plan_->policy == Policy::Continue && !gives_way() && !last_.is_none()) {
    for (const Pending& p : enabled) {
      if (p.agent != last_) continue;
      if (has_awake_choice(p)) return bounded(Move{p.agent, awake_choice(p)}, enabled);
      break;
    }
  }
  // Candidates: awake, and within the bounds if any awake agent is.
  const Pending* best = nullptr;
  bool any_awake = false;
  std::uint64_t best_rank = 0;
  for (const Pending& p : enabled) {
    if (!has_awake_choice(p)) continue;
    any_awake = true;
    if (!may_switch_to(p.agent, enabled)) continue;
    std::uint64_t rank = 0;
    switch (plan_->policy) {
      case Policy::Continue:
        // The last agent first (or last, if it gives way); then the agents after it, in a cycle.
        if (last_.is_none()) {
          rank = ~static_cast<std::uint64_t>(p.agent.value);
        } else if (p.agent == last_) {
          rank = gives_way() ? 0 : ~0ULL;
        } else if (gives_way()) {
          rank = 0xffffffffULL - (p.agent.value - last_.value - 1U);
        } else {
          rank = 0xffffffffULL - p.agent.value;
        }
        break;
      case Policy::Random: rank = random_.next(); break;
      case Policy::Pct: rank = pct_priority(p.agent); break;
    }
    if (best == nullptr || rank > best_rank) {
      best = &p;
      best_rank = rank;
    }
  }
  if (!any_awake) return stop(End::Asleep);
  if (position_ >= plan_->bounds.steps) return stop(End::Cut, BoundHit::Steps);
  if (best == nullptr) {
    return stop(End::Cut,
                switches_ >= plan_->bounds.switches ? BoundHit::Switches : BoundHit::Preemptions);
  }
  return bounded(Move{best->agent, awake_choice(*best)}, enabled);
}

Decision Scheduler::pick(std::span<const Pending> enabled) {
  return position_ < plan_->prefix.size() ? follow_prefix(enabled) : choose(enabled);
}

void Scheduler::took(const Step& step) {
  const bool in_prefix = position_ < plan_->prefix.size();
  if (!last_.is_none() && step.agent != last_) {
    ++switches_;
    if (step.is_preemption) ++preemptions_;
  }
  streak_ = in_prefix || step.agent != last_ ? 0 : streak_ + 1;
  last_ = step.agent;
  last_yielded_ = step.op.kind == OpKind::Yield;
  if (!in_prefix && !asleep_.empty()) {
    std::erase_if(asleep_, [&](const Sleeper& s) {
      return s.move.agent == step.agent || depends(s.op, step.op);
    });
  }
  if (plan_->policy == Policy::Pct) {
    for (const std::uint64_t point : change_points_) {
      if (point == position_) demoted_.push_back(step.agent);
    }
    if (streak_ >= kPatience) {
      demoted_.push_back(step.agent);
      streak_ = 0;
    }
  }
  ++position_;
}

}  // namespace skein
