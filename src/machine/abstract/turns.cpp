// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/turns.hpp"

#include <algorithm>
#include <utility>

namespace skein::abstract {

namespace {

// Visits to a place before widening, one after the other.
constexpr std::uint32_t kDelays[] = {8, 3, 1};
// A loop of fewer turns may just be a loop with a bound.
constexpr std::uint32_t kManyTurns = 16;

}  // namespace

std::uint32_t Turns::loop_place(ValueId local) {
  if (local.is_absent() || ir::has_stopped(instance_.locals.status(local))) return 0;
  if (place_of_local_.size() <= local.index()) place_of_local_.resize(local.index() + 1);
  std::uint32_t& place = place_of_local_[local.index()];
  if (place == 0) {
    const State s = instance_.locals.unpack(local);
    const auto next = static_cast<std::uint32_t>(places_.size() + 1);
    place = places_
                .emplace(
                    std::pair{LocalAnalysis::place_of(s), instance_.local_code.partition_at_end(s)},
                    next)
                .first->second;
  }
  return place;
}

// What was known when a visit last told something about the two cells, and is now. What the values
// say by themselves counts too. What no visit has told yet is kept as it is; so each fact is told
// once, and then only grows.
Zone Turns::widened_facts(Turn& turn, const Execution& execution) {
  const auto value = [&](ZoneVariable x) {
    const ValueId* const written = find(execution.written, x.object());
    const ValueId cell = written != nullptr ? *written : history_.value(x.object());
    return cell.is_absent() ? NumberId{} : instance_.lattice.number_in(cell);
  };
  const auto nothing = [](ZoneVariable, ZoneVariable, Sense) {
    return std::optional<std::int64_t>();
  };
  const auto values = [&](ZoneVariable x, ZoneVariable y, Sense sense) {
    const NumberId a = value(x);
    const NumberId b = value(y);
    return a.is_none() || b.is_none() ? std::nullopt
                                      : instance_.lattice.bound_by_values(a, b, sense);
  };
  Zone result = Zone::join(turn.facts, nothing, execution.facts, values, true);
  for (const Difference& fact : execution.facts.bounds()) {
    Difference key = fact;
    key.most = 0;
    if (turn.told.insert(key).second) result.put(fact);
  }
  return result;
}

// Facts about cells that were not written are still those of an earlier visit.
void Turns::remember_facts(Turn& turn, const Execution& execution) {
  const auto is_written = [&](ZoneVariable x) {
    return find(execution.written, x.object()) != nullptr;
  };
  Zone facts = execution.facts;
  for (const Difference& old : turn.facts.bounds()) {
    const bool is_told = facts.bound(old.x, old.y, old.sense).has_value();
    if (!is_told && !is_written(old.x) && !is_written(old.y)) facts.put(old);
  }
  turn.facts = std::move(facts);
}

TurnId Turns::widen(TurnId before, Execution& execution) {
  Turn turn;
  if (!before.is_none()) turn = turns_[before.index()];
  most_turns_ = std::max(most_turns_, ++turn.count);
  const bool is_wide = turn.count > instance_.options.widen_events_after;
  const auto widened = [&](ObjectId object, ValueId now) {
    const ValueId* then = find(turn.written, object);
    if (!is_wide || then == nullptr) return now;
    return instance_.lattice.join(*then, now, &instance_.local_code.thresholds()).value_or(now);
  };
  if (is_wide) execution.facts = widened_facts(turn, execution);
  if (is_wide) {
    execution.outcome.local = instance_.locals.widen(turn.local, execution.outcome.local,
                                                     instance_.local_code.thresholds());
  }
  for (std::size_t i = 0; i < execution.seen.size(); ++i) {
    // What an attempt has left as it was is not its own.
    const Touch& touch = execution.what->touches[i];
    if (touch.access != Access::Write || execution.outcome.values[i] == execution.seen[i]) continue;
    execution.outcome.values[i] = widened(touch.object, execution.outcome.values[i]);
    put(turn.written, touch.object, execution.outcome.values[i]);
  }
  for (auto& [object, value] : execution.written) {
    value = widened(object, value);
    put(turn.written, object, value);
  }
  if (is_wide) {
    execution.outcome.carried =
        history_.after(execution.what->agent, execution.written, execution.facts);
  }
  remember_facts(turn, execution);
  turn.local = execution.outcome.local;
  turns_.push_back(std::move(turn));
  return TurnId{turns_.size() - 1};
}

bool Turns::widen_sooner() {
  if (most_turns_ <= kManyTurns && instance_.options.widen_events_after == ProveOptions::kNever)
    return false;
  for (const std::uint32_t delay : kDelays) {
    if (delay >= instance_.options.widen_events_after) continue;
    instance_.options.widen_events_after = delay;
    return true;
  }
  return false;
}

void Turns::begin_again() {
  turns_.clear();
  most_turns_ = 0;
}

}  // namespace skein::abstract
