// SPDX-License-Identifier: Apache-2.0
#include "explore/oracle/exhaustive.hpp"

#include "core/ensure.hpp"

namespace skein {

Exhaustive::Exhaustive(const Bounds& bounds, bool counts_events) {
  plan_.bounds = bounds;
  plan_.records_enabled = true;
  if (counts_events) counter_.emplace();
}

const Plan* Exhaustive::next() {
  if (is_first_) {
    is_first_ = false;
    return &plan_;
  }
  if (alternatives_.empty()) return nullptr;
  // The alternatives are a stack: the last one belongs to the deepest position that has any.
  while (from_.back() == alternatives_.size()) {
    from_.pop_back();
    moves_.pop_back();
  }
  branch_ = from_.size() - 1;
  moves_.back() = alternatives_.back();
  alternatives_.pop_back();
  plan_.prefix.assign(moves_.begin(), moves_.end());
  return &plan_;
}

void Exhaustive::observe(const Run& run) {
  ensure(run.end != End::Diverged, "exhaustive: the machine could not follow its own moves");
  ensure(run.enabled_from.size() == run.steps.size() + 1,
         "the machine did not record what was enabled");
  if (counter_) counter_->count(run.steps, branch_);

  // The position where this run leaves the previous one keeps its alternatives; a run cut by a
  // bound within the prefix has fewer positions than planned.
  const std::size_t known = plan_.prefix.size();
  if (run.steps.size() < known) {
    ensure(run.end == End::Cut, "a run ended before the end of its prefix");
    return;
  }
  for (std::size_t i = known; i < run.steps.size(); ++i) {
    const Move taken = run.steps[i].move();
    moves_.push_back(taken);
    from_.push_back(alternatives_.size());
    for (std::size_t e = run.enabled_from[i]; e < run.enabled_from[i + 1]; ++e) {
      for (std::uint32_t c = 0; c < run.enabled[e].choices; ++c) {
        const Move move{run.enabled[e].agent, c};
        if (move != taken) alternatives_.push_back(move);
      }
    }
  }
}

}  // namespace skein
