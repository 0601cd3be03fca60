// SPDX-License-Identifier: Apache-2.0
#include "session/prove/witness_search.hpp"

#include <algorithm>
#include <limits>

#include "prefix/analyses/step_accesses.hpp"

namespace skein::session {

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

bool is_same(const Fault& a, const Fault& b) {
  return a.site == b.site && a.facts.code == b.facts.code;
}

ir::SystemOptions with_all_inputs(ir::SystemOptions options) {
  options.nondet = std::pair{kLeastInput, kMostInput};
  return options;
}

}  // namespace

WitnessSearch::WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                             std::vector<std::uint64_t> candidates)
    : system_(program, with_all_inputs(std::move(options))), candidates_(std::move(candidates)) {}

std::optional<InputWitness> WitnessSearch::find(const WitnessTarget& target,
                                                const std::function<bool()>& is_over) {
  for (int i = 0; i < kAttempts && !is_over(); ++i) {
    const std::optional<Situation> end = attempt(target);
    if (!end) continue;
    InputWitness witness;
    witness.moves = end->moves;
    if (!end->inputs.empty()) {
      const auto [least, most] =
          std::minmax_element(end->inputs.begin(), end->inputs.end(),
                              [](const auto& a, const auto& b) { return a.second < b.second; });
      witness.lowest = least->second;
      witness.highest = most->second;
    }
    for (const auto& [move, value] : end->inputs) {
      witness.inputs.push_back(move);
      witness.moves[move].choice = static_cast<std::uint32_t>(value - witness.lowest);
    }
    return witness;
  }
  return std::nullopt;
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

// One step of the concrete machine. False if the agent cannot take it.
bool WitnessSearch::execute(Situation& now, AgentId agent) {
  const ValueId local = now.locals[agent.index()];
  const Transition what = *system_.transition(local);
  const std::vector<ValueId> values = values_of(now, what);
  const std::uint32_t choices = system_.choices(local, values);
  if (choices == 0) return false;
  std::uint32_t choice = 0;
  if (choices >= kManyChoices) {
    const std::int64_t input = draw();
    choice = static_cast<std::uint32_t>(input - kLeastInput);
    now.inputs.emplace_back(now.moves.size(), input);
  } else if (choices > 1) {
    choice = std::uniform_int_distribution<std::uint32_t>(0, choices - 1)(random_);
  }
  now.moves.push_back(Move{agent, choice});
  const Outcome& outcome = system_.execute(local, values, choice);
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
  for (int i = 0; i < kLocalAttempts; ++i) {
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
    const ScheduledStep* next = nullptr;
    for (std::size_t j = i + 1; j < target.steps.size() && next == nullptr; ++j) {
      if (target.steps[j].agent == step.agent) next = &target.steps[j];
    }
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
