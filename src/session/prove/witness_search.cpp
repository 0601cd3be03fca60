// SPDX-License-Identifier: Apache-2.0
#include "session/prove/witness_search.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "core/ensure.hpp"

namespace skein::session {

using symbolic::is_same;

namespace {

constexpr int kAttempts = 4000;
constexpr int kLocalAttempts = 60;
constexpr int kMostLocalSteps = 100'000;
constexpr int kMostPlaces = 8;

// A choice has 32 bits. So inputs are drawn from all that fit an int, but for a few that are
// unlikely to matter, and from some larger ones.
constexpr std::int64_t kLeastInt = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t kMostInt = std::numeric_limits<std::int32_t>::max();
constexpr InputRange kLeftOut{kLeastInt + 100'000, kLeastInt + 200'000};

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

std::vector<InputRange> ranges_of(const std::set<std::int64_t>& values) {
  std::vector<InputRange> ranges;
  for (const std::int64_t value : values) ranges.push_back({value, value});
  return ranges;
}

// Numbers of more than 32 bits that are worth trying.
std::vector<InputRange> large_inputs(const std::vector<std::uint64_t>& candidates, bool are_below) {
  std::set<std::int64_t> values{kAllInputs.first, kAllInputs.last,  kMostInt + 1,
                                2 * kMostInt + 1, 2 * kMostInt + 2, kLeastInt - 1};
  for (const std::uint64_t candidate : candidates) {
    values.insert(static_cast<std::int64_t>(candidate));
  }
  std::erase_if(values, [&](std::int64_t value) {
    return are_below ? value >= kLeastInt : value <= kMostInt;
  });
  return ranges_of(values);
}

ir::SystemOptions with_all_inputs(ir::SystemOptions options,
                                  const std::vector<std::uint64_t>& candidates) {
  options.inputs = large_inputs(candidates, true);
  options.inputs.push_back({kLeastInt, kLeftOut.first - 1});
  options.inputs.push_back({kLeftOut.last + 1, kMostInt});
  for (const InputRange& range : large_inputs(candidates, false)) options.inputs.push_back(range);
  options.reals_are_whole = true;
  return options;
}

}  // namespace

WitnessSearch::WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                             std::vector<std::uint64_t> candidates)
    : program_(program),
      options_(with_all_inputs(std::move(options), candidates)),
      system_(program, options_),
      candidates_(std::move(candidates)) {}

WitnessSearch::WitnessSearch(const ir::Program& program, ir::SystemOptions options,
                             std::span<const symbolic::Input> given)
    : program_(program),
      options_(std::move(options)),
      is_given_(true),
      given_(given.begin(), given.end()),
      system_(program, options_) {}

std::optional<InputWitness> WitnessSearch::find(const WitnessTarget& target,
                                                const std::function<bool()>& is_over) {
  is_over_ = is_over;
  for (int i = 0; i < kAttempts && !is_over(); ++i) {
    const std::optional<Situation> end = attempt(target);
    if (!end) continue;
    return witness_of(*end);
  }
  return std::nullopt;
}

bool WitnessSearch::is_late() {
  constexpr std::uint64_t kBetweenLooks = 255;
  return is_over_ && (++looks_ & kBetweenLooks) == 0 && is_over_();
}

std::optional<InputWitness> WitnessSearch::confirm(const WitnessTarget& target,
                                                   std::span<const symbolic::Input> inputs) const {
  std::set<std::int64_t> values;
  for (const symbolic::Input& input : inputs) {
    if (input.is_any_input) values.insert(input.value);
  }
  if (values.empty()) values.insert(0);  // what it asks for is not given then
  ir::SystemOptions options = options_;
  options.inputs = ranges_of(values);
  WitnessSearch exact(program_, std::move(options), inputs);
  try {
    const std::optional<Situation> end = exact.attempt(target);
    return end ? std::optional(witness_of(*end)) : std::nullopt;
  } catch (const UserError&) {
    return std::nullopt;  // refused by the concrete machine
  }
}

InputWitness WitnessSearch::witness_of(const Situation& end) {
  InputWitness witness;
  witness.moves = end.moves;
  std::set<std::int64_t> values;
  for (const Input& input : end.inputs) values.insert(input.value);
  witness.values = ranges_of(values);
  for (const Input& input : end.inputs) {
    witness.inputs.push_back(input.move);
    witness.moves[input.move].choice = static_cast<std::uint32_t>(
        input_ranges::number_of(witness.values, input.bounds, input.value));
  }
  return witness;
}

std::int64_t WitnessSearch::draw(InputRange bounds) {
  const auto pick = [&](std::int64_t lo, std::int64_t hi) {
    return std::uniform_int_distribution<std::int64_t>(lo, hi)(random_);
  };
  // The ends of what is allowed are where programs go wrong.
  if (pick(0, 5) == 0) {
    const std::int64_t low = std::max(bounds.first, kLeastInt);
    const std::int64_t high = std::min(bounds.last, kMostInt);
    return pick(0, 1) == 0 ? low : high;
  }
  switch (pick(0, 3)) {
    case 0: return pick(0, 3);
    case 1: return pick(-4, 40);
    case 2: {
      // The candidates that are possible here, as they are and as ints.
      std::vector<std::int64_t> fitting;
      for (const std::uint64_t candidate : candidates_) {
        for (const std::int64_t value :
             {static_cast<std::int64_t>(candidate),
              std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(candidate))}}) {
          if (bounds.first <= value && value <= bounds.last) fitting.push_back(value);
        }
      }
      if (!fitting.empty()) {
        return fitting[static_cast<std::size_t>(
            pick(0, static_cast<std::int64_t>(fitting.size()) - 1))];
      }
      [[fallthrough]];
    }
    default: return pick(0, 9) == 0 ? pick(kLeastInt, kMostInt) : pick(0, 1200);
  }
}

// One that the machine can choose.
std::int64_t WitnessSearch::draw_input(InputRange bounds) {
  const auto is_possible = [&](std::int64_t value) {
    return bounds.first <= value && value <= bounds.last &&
           input_ranges::contains(options_.inputs, value);
  };
  constexpr int kDraws = 8;
  for (int i = 0; i < kDraws; ++i) {
    const std::int64_t value = draw(bounds);
    if (is_possible(value)) return value;
  }
  const std::uint64_t count = input_ranges::count(options_.inputs, bounds);
  if (count == 0) return bounds.first;  // the only choice then
  const auto number = std::uniform_int_distribution<std::uint64_t>(0, count - 1)(random_);
  return input_ranges::value(options_.inputs, bounds, number);
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

std::optional<std::uint32_t> WitnessSearch::choose(Situation& now, ValueId local, OpKind kind,
                                                   std::uint32_t choices) {
  const auto next_given = [&] {
    return now.asked < given_.size() ? &given_[now.asked++] : nullptr;
  };
  if (const std::optional<InputRange> bounds = system_.input_bounds(local)) {
    const symbolic::Input* const given = is_given_ ? next_given() : nullptr;
    if (is_given_ && (given == nullptr || !given->is_any_input)) return std::nullopt;
    const std::int64_t value = is_given_ ? given->value : draw_input(*bounds);
    if (value < bounds->first || value > bounds->last) return std::nullopt;
    now.inputs.push_back({now.moves.size(), *bounds, value});
    return static_cast<std::uint32_t>(input_ranges::number_of(options_.inputs, *bounds, value));
  }
  if (choices == 1 || (is_given_ && kind == OpKind::Yield)) return 0;
  if (!is_given_) return std::uniform_int_distribution<std::uint32_t>(0, choices - 1)(random_);
  const symbolic::Input* const given = next_given();
  if (given == nullptr || given->is_any_input) return std::nullopt;
  const auto choice = static_cast<std::uint32_t>(given->value);
  return choice < choices ? std::optional(choice) : std::nullopt;
}

// One step of the concrete machine. False if the agent cannot take it.
bool WitnessSearch::execute(Situation& now, AgentId agent) {
  const ValueId local = now.locals[agent.index()];
  const Transition what = *system_.transition(local);
  const std::vector<ValueId> values = values_of(now, what);
  const std::uint32_t choices = system_.choices(local, values);
  if (choices == 0) return false;
  const std::optional<std::uint32_t> choice = choose(now, local, what.kind, choices);
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

bool WitnessSearch::accesses(ValueId local, const ir::ByteRange& bytes) {
  const std::vector<MemoryAccess> found = system_.accesses(local);
  return std::any_of(found.begin(), found.end(), [&](const MemoryAccess& access) {
    return access.address < bytes.end && bytes.begin < access.address + access.length;
  });
}

bool WitnessSearch::is_at(ValueId local, const ScheduledStep& step) {
  const Transition* const what = system_.transition(local);
  if (what == nullptr || what->site != step.site) return false;
  const bool is_section = system_.is_at_section(local);
  if (is_section != step.is_section) return false;
  return is_section || (what->kind == step.kind && (!step.bytes || accesses(local, *step.bytes)));
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
      if (is_late()) return false;
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

bool WitnessSearch::are_racing(const Situation& now, const ScheduledStep& one,
                               const ScheduledStep& other) {
  if (!stands_at(now, one) || !stands_at(now, other)) return false;
  const auto accesses = [&](const ScheduledStep& step) {
    return system_.accesses(now.locals[now.agents.at(step.agent).index()]);
  };
  return symbolic::are_racing(accesses(one), accesses(other));
}

// A line may access several places, in one way: each agent goes on until it is there again.
std::optional<WitnessSearch::Situation> WitnessSearch::show_race(Situation now,
                                                                 const ScheduledStep& one,
                                                                 const ScheduledStep& other) {
  const auto go_on = [&](Situation& at, const ScheduledStep& step) {
    if (!stands_at(at, step) || step.is_section || !is_data(step.kind)) return false;
    const AgentId agent = at.agents.at(step.agent);
    return execute(at, agent) && !at.fault && run_local_code(at, agent, &step, nullptr);
  };
  for (int i = 0; i < kMostPlaces; ++i) {
    Situation end = now;
    for (int j = 0; j < kMostPlaces; ++j) {
      if (are_racing(end, one, other)) {
        const bool is_shown = take(end, one) && take(end, other);
        return is_shown ? std::optional(std::move(end)) : std::nullopt;
      }
      if (!go_on(end, other)) break;
    }
    if (!go_on(now, one)) break;
  }
  return std::nullopt;
}

std::optional<WitnessSearch::Situation> WitnessSearch::attempt(const WitnessTarget& target) {
  Situation now;
  now.locals = {system_.initial_local()};
  now.agents[kMainAgent] = kMainAgent;
  for (std::size_t i = 0; i < target.steps.size(); ++i) {
    const ScheduledStep& step = target.steps[i];
    if (target.is_race && i + 2 == target.steps.size()) {
      return show_race(std::move(now), step, target.steps.back());
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
