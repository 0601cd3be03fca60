// SPDX-License-Identifier: Apache-2.0
// Widening across events: what a thread does in a loop that has visible operations in it.
//
// Each turn of such a loop is an event of its own, and where values grow no event has a state that
// includes the next. So a thread that comes to a place again has its local state, and the cells
// that it wrote, widened with those of its visit before. Places are told apart by flags and by the
// operands of the operation that comes next, which stay as they are. docs/prove.md says why this is
// sound, and why the construction then ends.
#include <algorithm>
#include <utility>

#include "machine/abstract/abstract_system.hpp"

namespace skein::abstract {

namespace {

// Visits to a place before widening, one after the other.
constexpr std::uint32_t kDelays[] = {8, 3, 1};
// A loop of fewer turns may just be a loop with a bound.
constexpr std::uint32_t kManyTurns = 16;

}  // namespace

std::uint32_t AbstractSystem::loop_place(ValueId local) {
  if (local.is_absent() || ir::has_stopped(locals_.status(local))) return 0;
  if (place_of_local_.size() <= local.index()) place_of_local_.resize(local.index() + 1);
  std::uint32_t& place = place_of_local_[local.index()];
  if (place == 0) {
    const State s = locals_.unpack(local);
    const auto next = static_cast<std::uint32_t>(places_.size() + 1);
    place =
        places_.emplace(std::pair{LocalAnalysis::place_of(s), analysis_.partition_at_end(s)}, next)
            .first->second;
  }
  return place;
}

TurnId AbstractSystem::widen(TurnId before) {
  Turn turn;
  if (!before.is_none()) turn = turns_[before.index()];
  most_turns_ = std::max(most_turns_, ++turn.count);
  const bool is_wide = turn.count > options_.widen_events_after;
  const auto widened = [&](ObjectId object, ValueId now) {
    const ValueId* then = find(turn.written, object);
    if (!is_wide || then == nullptr) return now;
    return lattice_.join(*then, now, &analysis_.thresholds()).value_or(now);
  };
  if (is_wide) {
    outcome_.local = locals_.widen(turn.local, outcome_.local, analysis_.thresholds());
  }
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    // What an attempt has left as it was is not its own.
    const Touch& touch = executed_->touches[i];
    if (touch.access != Access::Write || outcome_.values[i] == seen_[i]) continue;
    outcome_.values[i] = widened(touch.object, outcome_.values[i]);
    put(turn.written, touch.object, outcome_.values[i]);
  }
  for (auto& [object, value] : written_) {
    value = widened(object, value);
    put(turn.written, object, value);
  }
  if (is_wide) outcome_.carried = carried_.write(now_, executed_->agent, written_);
  turn.local = outcome_.local;
  turns_.push_back(std::move(turn));
  return TurnId{turns_.size() - 1};
}

bool AbstractSystem::widen_sooner() {
  if (most_turns_ <= kManyTurns && options_.widen_events_after == ProveOptions::kNever)
    return false;
  for (const std::uint32_t delay : kDelays) {
    if (delay >= options_.widen_events_after) continue;
    options_.widen_events_after = delay;
    return true;
  }
  return false;
}

}  // namespace skein::abstract
