// SPDX-License-Identifier: Apache-2.0
#include "session/prove/witness_search.hpp"

#include <algorithm>
#include <limits>

#include "prefix/analyses/step_accesses.hpp"

namespace skein::session {

using symbolic::is_same;

namespace {

constexpr int kAttempts = 400;
constexpr int kLocalAttempts = 60;
constexpr int kMostLocalSteps = 100'000;

// All inputs that fit an int, but for the largest: as many as a choice can have.
constexpr std::int64_t kLeastInput = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMostInput = std::numeric_limits<std::int32_t>::max() - 1LL;
constexpr std::uint32_t kManyChoices = 1U << 31U;  // only an input has so many

// Steps of the concrete machine that are local code for the abstract one.
bool is_data(OpKind kind) {
  switch (kind) {
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::Choose:
    case OpKind::LibraryCall:
    case OpKind::Yield: return true;
    default: return false;
  }
}

WitnessInputs all_inputs() { return {kLeastInput, kMostInput, {}}; }

}  // namespace

WitnessInputs WitnessInputs::of(std::vector<std::int64_t> inputs) {
  WitnessInputs range;
  if (inputs.empty()) return range;
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  range.lowest = inputs.front();
  range.highest = inputs.back();
  const std::uint64_t span =
      static_cast<std::uint64_t>(range.highest) - static_cast<std::uint64_t>(range.lowest);
  if (span >= std::numeric_limits<std::uint32_t>::max()) range.values = std::move(inputs);
  return range;
}

std::uint32_t WitnessInputs::choice_of(std::int64_t input) const {
  if (values.empty()) return static_cast<std::uint32_t>(input - lowest);
  const auto found = std::lower_bound(values.begin(), values.end(), input);
  return static_cast<std::uint32_t>(found - values.begin());
}

ir::SystemOptions WitnessInputs::applied_to(ir::SystemOptions options) const {
  options.nondet = std::pair{lowest, highest};
  options.nondet_values = values;
  return options;
}

WitnessSearch::WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                             std::vector<std::uint64_t> candidates)
    : program_(program),
      options_(std::move(options)),
      range_(all_inputs()),
      system_(program, range_.applied_to(options_)),
      candidates_(std::move(candidates)) {}

WitnessSearch::WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                             WitnessInputs range, std::span<const symbolic::Input> given)
    : program_(program),
      options_(std::move(options)),
      range_(std::move(range)),
      is_given_(true),
      given_(given.begin(), given.end()),
      system_(program, range_.applied_to(options_)) {}

std::optional<InputWitness> WitnessSearch::find(const WitnessTarget& target,
                                                const std::function<bool()>& is_over) {
  for (int i = 0; i < kAttempts && !is_over(); ++i) {
    const std::optional<Situation> end = attempt(target);
    if (!end) continue;
    return witness_of(*end);
  }
  return std::nullopt;
}

std::optional<InputWitness> WitnessSearch::confirm(const WitnessTarget& target,
                                                   std::span<const symbolic::Input> inputs) const {
  std::vector<std::int64_t> values;
  for (const symbolic::Input& input : inputs) {
    if (input.is_any_input) values.push_back(input.value);
  }
  WitnessSearch exact(program_, options_, WitnessInputs::of(std::move(values)), inputs);
  const std::optional<Situation> end = exact.attempt(target);
  if (!end) return std::nullopt;
  return witness_of(*end);
}

InputWitness WitnessSearch::witness_of(const Situation& end) {
  InputWitness witness;
  witness.moves = end.moves;
  std::vector<std::int64_t> values;
  for (const auto& [move, value] : end.inputs) values.push_back(value);
  witness.range = WitnessInputs::of(std::move(values));
  for (const auto& [move, value] : end.inputs) {
    witness.inputs.push_back(move);
    witness.moves[move].choice = witness.range.choice_of(value);
  }
  return witness;
}

std::int64_t WitnessSearch::draw() {
  const auto pick = [&](std::int64_t lo, std::int64_t hi) {
    return std::uniform_int_distribution<std::int64_t>(lo, hi)(random_);
  };
  switch (pick(0, 3)) {
    case 0: return pick(0, 3);
    case 1: return pick(-4, 40);
    case 2:
      if (!candidates_.empty()) {
        const auto i =
            static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(candidates_.size()) - 1));
        const auto value = static_cast<std::int32_t>(static_cast<std::uint32_t>(candidates_[i]));
        return std::clamp<std::int64_t>(value, kLeastInput, kMostInput);
      }
      [[fallthrough]];
    default: return pick(0, 9) == 0 ? pick(kLeastInput, kMostInput) : pick(0, 1200);
  }
}

std::vector<ValueId> WitnessSearch::values_of(const Situation& now, const Transition& what) {
  std::vector<ValueId> values;
  for (const Touch& touch : what.touches) {
    const auto written = now.values.find(touch.object);
    values.push_back(written != now.values.end() ? written->second
                                                 : system_.initial_value(touch.object));
  }
  return values;
}

std::optional<std::uint32_t> WitnessSearch::choose(Situation& now, OpKind kind,
                                                   std::uint32_t choices) {
  const auto put = [&](std::int64_t input) {
    now.inputs.emplace_back(now.moves.size(), input);
    return range_.choice_of(input);
  };
  if (!is_given_) {
    if (choices >= kManyChoices) return put(draw());
    if (choices == 1) return 0;
    return std::uniform_int_distribution<std::uint32_t>(0, choices - 1)(random_);
  }
  const bool asks = kind == OpKind::Choose || (choices > 1 && kind != OpKind::Yield);
  if (!asks) return 0;
  if (now.asked == given_.size()) return std::nullopt;
  const symbolic::Input& input = given_[now.asked++];
  const std::uint32_t choice =
      input.is_any_input ? put(input.value) : static_cast<std::uint32_t>(input.value);
  return choice < choices ? std::optional(choice) : std::nullopt;
}

// One step of the concrete machine. False if the agent cannot take it.
bool WitnessSearch::execute(Situation& now, AgentId agent) {
  const ValueId local = now.locals[agent.index()];
  const Transition what = *system_.transition(local);
  const std::vector<ValueId> values = values_of(now, what);
  const std::uint32_t choices = system_.choices(local, values);
  if (choices == 0) return false;
  const std::optional<std::uint32_t> choice = choose(now, what.kind, choices);
  if (!choice) return false;
  now.moves.push_back(Move{agent, *choice});
  const Outcome& outcome = system_.execute(local, values, *choice);
  for (std::size_t i = 0; i < what.touches.size(); ++i) {
    if (what.touches[i].access == Access::Write) {
      now.values[what.touches[i].object] = outcome.values[i];
    }
  }
  now.locals[agent.index()] = outcome.local;
  if (!what.child.is_none()) {
    if (now.locals.size() <= what.child.index()) now.locals.resize(what.child.index() + 1);
    now.locals[what.child.index()] = outcome.born;
  }
  now.fault = outcome.fault;
  return true;
}

bool WitnessSearch::stands_at(const Situation& now, const ScheduledStep& step) {
  const auto agent = now.agents.find(step.agent);
  return agent != now.agents.end() && is_at(now.locals[agent->second.index()], step);
}

bool WitnessSearch::is_at(ValueId local, const ScheduledStep& step) {
  const Transition* const what = system_.transition(local);
  if (what == nullptr || what->site != step.site) return false;
  const bool is_section = system_.is_at_section(local);
  return is_section == step.is_section && (is_section || what->kind == step.kind);
}

bool WitnessSearch::take(Situation& now, const ScheduledStep& step) {
  if (!stands_at(now, step)) return false;
  const AgentId agent = now.agents[step.agent];
  if (!step.child.is_none()) {
    now.agents[step.child] = system_.transition(now.locals[agent.index()])->child;
  }
  if (!execute(now, agent)) return false;
  while (!now.fault && system_.is_in_section(now.locals[agent.index()])) {
    if (!execute(now, agent)) return false;
  }
  return true;
}

bool WitnessSearch::take_section(Situation& now, const ScheduledStep& step, bool goes_on,
                                 const ScheduledStep* next, const Fault* wanted) {
  const Situation before = now;
  for (int i = 0; i < kLocalAttempts; ++i) {
    now = before;
    if (!take(now, step)) continue;
    if (now.fault ? wanted != nullptr && is_same(*now.fault, *wanted)
                  : !goes_on || run_local_code(now, now.agents[step.agent], next, wanted)) {
      return true;
    }
  }
  return false;
}

bool WitnessSearch::run_local_code(Situation& now, AgentId agent, const ScheduledStep* next,
                                   const Fault* wanted) {
  const Situation before = now;
  const int attempts = is_given_ ? 1 : kLocalAttempts;
  for (int i = 0; i < attempts; ++i) {
    now = before;
    bool is_lost = false;
    for (int steps = 0; steps < kMostLocalSteps && !now.fault; ++steps) {
      const ValueId local = now.locals[agent.index()];
      is_lost = system_.is_assumed_away(local);
      const Transition* const what = system_.transition(local);
      if (is_lost || what == nullptr || !is_data(what->kind) || system_.is_at_section(local)) break;
      if (next != nullptr && is_data(next->kind) && is_at(local, *next)) break;
      is_lost = !execute(now, agent);
      if (is_lost) break;
    }
    if (is_lost) continue;
    if (wanted != nullptr || now.fault) {
      if (wanted != nullptr && now.fault && is_same(*now.fault, *wanted)) return true;
      continue;
    }
    if (next == nullptr || is_at(now.locals[agent.index()], *next)) return true;
  }
  return false;
}

bool WitnessSearch::is_deadlock(const Situation& now) {
  bool some_waits = false;
  for (const ValueId local : now.locals) {
    if (system_.is_assumed_away(local)) return false;
    const Transition* const what = system_.transition(local);
    if (what == nullptr) continue;
    if (system_.choices(local, values_of(now, *what)) > 0) return false;
    some_waits = true;
  }
  return some_waits;
}

// Both could come next, and access the same memory.
bool WitnessSearch::are_racing(const Situation& now, const ScheduledStep& one,
                               const ScheduledStep& other) {
  if (!stands_at(now, one) || !stands_at(now, other)) return false;
  const auto accesses = [&](const ScheduledStep& step) {
    return system_.accesses(now.locals[now.agents.at(step.agent).index()]);
  };
  const std::vector<MemoryAccess> mine = accesses(one);
  const std::vector<MemoryAccess> theirs = accesses(other);
  return std::any_of(mine.begin(), mine.end(), [&](const MemoryAccess& a) {
    return std::any_of(theirs.begin(), theirs.end(),
                       [&](const MemoryAccess& b) { return conflict(a, b); });
  });
}

std::optional<WitnessSearch::Situation> WitnessSearch::attempt(const WitnessTarget& target) {
  Situation now;
  now.locals = {system_.initial_local()};
  now.agents[kMainAgent] = kMainAgent;
  for (std::size_t i = 0; i < target.steps.size(); ++i) {
    const ScheduledStep& step = target.steps[i];
    if (target.is_race && i + 2 == target.steps.size()) {
      const bool is_shown = are_racing(now, step, target.steps.back()) && take(now, step) &&
                            take(now, target.steps.back());
      return is_shown ? std::optional(now) : std::nullopt;
    }
    const bool is_last = i + 1 == target.steps.size();
    const ScheduledStep* const next = target.next_of_same_agent(i);
    const Fault* const wanted = is_last && target.fault ? &*target.fault : nullptr;
    // What an agent does after its last step does not matter, unless it must wait somewhere.
    const bool goes_on = next != nullptr || wanted != nullptr || target.is_deadlock();
    if (step.is_section) {
      if (!stands_at(now, step) || !take_section(now, step, goes_on, next, wanted)) {
        return std::nullopt;
      }
      continue;
    }
    if (!take(now, step)) return std::nullopt;
    if (!goes_on && !now.fault) continue;
    if (now.fault) {
      if (wanted == nullptr || !is_same(*now.fault, *wanted)) return std::nullopt;
    } else if (!run_local_code(now, now.agents[step.agent], next, wanted)) {
      return std::nullopt;
    }
  }
  if (!target.fault) return !now.fault && is_deadlock(now) ? std::optional(now) : std::nullopt;
  return now;
}

}  // namespace skein::session
