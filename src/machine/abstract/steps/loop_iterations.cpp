// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/steps/loop_iterations.hpp"

#include <algorithm>
#include <utility>

namespace skein::abstract {

namespace {

// Visits to a place before widening, one after the other.
constexpr std::uint32_t kDelays[] = {8, 3, 1};
// A loop of fewer iterations may just be a loop with a bound.
constexpr std::uint32_t kManyIterations = 16;

}  // namespace

std::uint32_t LoopIterations::loop_place(ValueId local) {
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

// What was known when a visit last bounded the difference of two cells, widened with what is known
// now. Bounds that the values give by themselves count too. A fact that no earlier visit had is
// kept as it is; so each fact appears once, and then its bound only grows.
Zone LoopIterations::widened_facts(Iteration& iteration, const Execution& execution) {
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
  Zone result = Zone::join(iteration.facts, nothing, execution.facts, values, true);
  for (const Difference& fact : execution.facts.bounds()) {
    Difference key = fact;
    key.most = 0;
    if (iteration.known_before.insert(key).second) result.put(fact);
  }
  return result;
}

// Facts about cells that were not written are still those of an earlier visit.
void LoopIterations::remember_facts(Iteration& iteration, const Execution& execution) {
  const auto is_written = [&](ZoneVariable x) {
    return find(execution.written, x.object()) != nullptr;
  };
  Zone facts = execution.facts;
  for (const Difference& old : iteration.facts.bounds()) {
    const bool is_still_known = facts.bound(old.x, old.y, old.sense).has_value();
    if (!is_still_known && !is_written(old.x) && !is_written(old.y)) facts.put(old);
  }
  iteration.facts = std::move(facts);
}

IterationId LoopIterations::widen(IterationId before, Execution& execution) {
  Iteration iteration;
  if (!before.is_none()) iteration = iterations_[before.index()];
  most_iterations_ = std::max(most_iterations_, ++iteration.count);
  const bool is_wide = iteration.count > instance_.options.widen_events_after;
  const auto widened = [&](ObjectId object, ValueId now) {
    const ValueId* then = find(iteration.written, object);
    if (!is_wide || then == nullptr) return now;
    return instance_.lattice.join(*then, now, &instance_.local_code.thresholds()).value_or(now);
  };
  if (is_wide) execution.facts = widened_facts(iteration, execution);
  if (is_wide) {
    execution.outcome.local = instance_.locals.widen(iteration.local, execution.outcome.local,
                                                     instance_.local_code.thresholds());
  }
  for (std::size_t i = 0; i < execution.seen.size(); ++i) {
    // What an attempt has left as it was is not its own.
    const Touch& touch = execution.what->touches[i];
    if (touch.access != Access::Write || execution.outcome.values[i] == execution.seen[i]) continue;
    execution.outcome.values[i] = widened(touch.object, execution.outcome.values[i]);
    put(iteration.written, touch.object, execution.outcome.values[i]);
  }
  for (auto& [object, value] : execution.written) {
    value = widened(object, value);
    put(iteration.written, object, value);
  }
  if (is_wide) {
    execution.outcome.carried =
        history_.after(execution.what->agent, execution.written, execution.facts);
  }
  remember_facts(iteration, execution);
  iteration.local = execution.outcome.local;
  iterations_.push_back(std::move(iteration));
  return IterationId{iterations_.size() - 1};
}

bool LoopIterations::widen_sooner() {
  if (most_iterations_ <= kManyIterations &&
      instance_.options.widen_events_after == ProveOptions::kNever)
    return false;
  for (const std::uint32_t delay : kDelays) {
    if (delay >= instance_.options.widen_events_after) continue;
    instance_.options.widen_events_after = delay;
    return true;
  }
  return false;
}

void LoopIterations::begin_again() {
  iterations_.clear();
  most_iterations_ = 0;
}

}  // namespace skein::abstract
