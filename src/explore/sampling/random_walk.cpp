// SPDX-License-Identifier: Apache-2.0
#include "explore/sampling/random_walk.hpp"

#include <algorithm>

#include "core/ensure.hpp"
#include "core/random.hpp"

namespace skein {

RandomWalk::RandomWalk(const Options& options) : options_(options) {
  ensure(options.policy != Policy::Continue, "a random walk needs a random policy");
  plan_.policy = options.policy;
  plan_.bounds = options.bounds;
  plan_.pct_depth = options.depth;
  if (options.counts_events) counter_.emplace();
}

std::uint64_t RandomWalk::seed_of(std::uint64_t seed, std::uint64_t i) {
  return mix64(seed ^ mix64(i + 0x9e3779b97f4a7c15ULL));
}

const Plan* RandomWalk::next() {
  if (done_ == options_.runs) return nullptr;
  plan_.seed = seed_of(options_.seed, done_);
  // The first run takes the default length, since no length is known yet.
  if (longest_ > 0) plan_.pct_length = static_cast<std::uint32_t>(longest_);
  ++done_;
  return &plan_;
}

void RandomWalk::observe(const Run& run) {
  ensure(run.end != End::Diverged, "a run without a prefix left its prefix");
  ensure(run.end != End::Asleep, "a run without a sleep set fell asleep");
  longest_ = std::max<std::uint64_t>(longest_, run.steps.size());
  longest_ = std::min<std::uint64_t>(longest_, kUnbounded);
  if (counter_) counter_->count(run.steps, 0);
}

}  // namespace skein
