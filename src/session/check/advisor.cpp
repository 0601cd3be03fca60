// SPDX-License-Identifier: Apache-2.0
#include "session/check/advisor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "core/ensure.hpp"
#include "machine/detailed_run.hpp"
#include "machine/native/native_machine.hpp"
#include "session/os/resources.hpp"
#include "session/restarts.hpp"
#include "session/witness/traces.hpp"

namespace skein::session {

namespace {

using Rung = AdvisedRun::Rung;

// "In about a minute".
constexpr double kSoon = 60;
// All of it, if it is not much longer.
constexpr double kPatience = 600;
constexpr std::uint64_t kMostBound = 20;

// 123,456 becomes 120,000.
std::uint64_t rounded_down(double number) {
  const double unit = std::pow(10, std::max(std::floor(std::log10(number)) - 1, 0.0));
  return static_cast<std::uint64_t>(std::floor(number / unit) * unit);
}

double rate_of(const Statistics& statistics) {
  return statistics.seconds > 0 ? static_cast<double>(statistics.runs()) / statistics.seconds : 0;
}

// A machine for trials, which knows what the exploring one has learned.
std::unique_ptr<Machine> trial_machine(const CheckSettings& settings, const Program& program,
                                       double end) {
  if (!program.native) return another_machine(settings.program, program);
  NativeOptions options = *program.native;
  if (const auto* native = dynamic_cast<const NativeMachine*>(program.machine.get())) {
    native->add_knowledge(options);
  }
  options.is_over = [&program, end] {
    return monotonic_seconds() > end || (program.is_over && program.is_over());
  };
  return make_native_machine(std::move(options));
}

// Names of a detailed run, which knows the variables on stacks.
std::map<ObjectId, std::string> names_in(Machine& machine, const Plan& plan) {
  std::map<ObjectId, std::string> names;
  auto* runner = dynamic_cast<DetailedRunner*>(&machine);
  if (runner == nullptr || plan.prefix.empty()) return names;
  try {
    const DetailedRun details = runner->run_detailed(plan);
    for (std::size_t i = 0; i < details.steps.size(); ++i) {
      const std::vector<std::string>& known = details.steps[i].objects;
      const Operation& op = details.run.steps[i].op;
      if (known.size() != 2) continue;
      if (!known[0].empty()) names.try_emplace(op.first, known[0]);
      if (!known[1].empty()) names.try_emplace(op.second, known[1]);
    }
  } catch (const UserError&) {
    return names;  // then by their addresses
  } catch (const Stopped&) {
    return names;
  } catch (const ExplorationRestart&) {
    return names;
  }
  return names;
}

}  // namespace

ChosenBound choose_bound(const std::vector<BoundTrial>& trials, double seconds) {
  ChosenBound best;
  double runs = 0;
  double growth = 0;
  double pace = 0;  // seconds for a run
  for (const BoundTrial& trial : trials) {
    const auto count = static_cast<double>(trial.runs);
    if (count > 0) pace = trial.seconds / count;
    if (!trial.is_complete) break;
    if (trial.seconds > seconds) return best;
    best = {trial.bound, trial.seconds, true};
    if (runs > 0) growth = count / runs;
    runs = count;
  }
  if (runs == 0 || trials.back().is_complete) return best;
  // Each preemption more multiplies the runs by more than the one before. A single bound does not
  // tell by how much: on thread pools and queues it was by 5 to 20.
  constexpr double kCaution = 1.3;
  constexpr double kUnknownGrowth = 20;
  growth = growth > 1 ? growth * kCaution : kUnknownGrowth;
  for (std::uint64_t bound = best.bound + 1; bound <= kMostBound; ++bound) {
    runs *= growth;
    growth *= kCaution;
    if (bound == trials.back().bound && !trials.back().is_complete) {
      runs = std::max(runs, 2 * static_cast<double>(trials.back().runs));
    }
    if (runs * pace > seconds) break;
    best = {bound, runs * pace, false};
  }
  return best;
}

std::vector<BoundTrial> Advisor::try_bounds(double seconds) const {
  const double end = monotonic_seconds() + seconds;
  std::vector<BoundTrial> trials;
  try {
    const std::unique_ptr<Machine> machine = trial_machine(settings_, program_, end);
    Environment environment;
    environment.seconds = monotonic_seconds;
    environment.interrupt = nullptr;
    ExplorerOptions options = choice_.options;
    const std::uint64_t most =
        std::min<std::uint64_t>(kMostBound, choice_.options.bounds.preemptions - 1ULL);
    for (std::uint64_t bound = 1; bound <= most && monotonic_seconds() < end; ++bound) {
      options.bounds.preemptions = static_cast<std::uint32_t>(bound);
      Statistics statistics;
      repeat_until_settled([&] {
        const std::unique_ptr<Explorer> explorer = choice_.info->make(options);
        Budget budget;
        budget.seconds = std::max(end - monotonic_seconds(), 0.0);
        statistics = Statistics{};
        explore(*explorer, *machine, budget, environment, statistics);
      });
      trials.push_back(
          {bound, statistics.runs(), statistics.seconds, statistics.stop == Stop::Exhausted});
      // Nothing was cut: a larger bound changes nothing.
      const bool is_all = statistics.cut_by[static_cast<std::size_t>(BoundHit::Preemptions)] == 0;
      if (!trials.back().is_complete || is_all) break;
    }
  } catch (const UserError&) {
    return trials;  // what was tried before counts
  } catch (const Stopped&) {
    return trials;
  } catch (const InternalError&) {
    return trials;
  }
  return trials;
}

void Advisor::add_whole(const Report& report, Advice& advice) const {
  if (!report.estimate || rate_of(report.statistics) <= 0) return;
  const double seconds = report.statistics.seconds + report.estimate->seconds_left;
  if (seconds > kPatience) return;
  advice.ladder.push_back(
      {Rung::All, 0, seconds, false, check_command(settings_.program, settings_.explorer, "")});
}

Advice Advisor::advise(const Report& report, const RaceStatistics& race_statistics,
                       double seconds) {
  Advice advice;
  if (choice_.info->is_sampling) return advice;
  Plan plan;
  plan.bounds = choice_.options.bounds;
  plan.prefix = race_statistics.example();
  const std::map<ObjectId, std::string> objects = names_in(*program_.machine, plan);
  advice.races = race_shares(race_statistics.counts(), program_.machine->names(), objects);
  add_whole(report, advice);
  if (!advice.ladder.empty() && advice.ladder.back().seconds <= kSoon) return advice;
  const ChosenBound chosen = choose_bound(try_bounds(seconds), kSoon);
  if (chosen.bound > 0) {
    // One that was not tried ends in any case.
    std::string options = fmt::format("--max-preemptions {}", chosen.bound);
    if (!chosen.is_tried) options += fmt::format(" --max-seconds {:.0f}", 2 * kSoon);
    advice.ladder.push_back({Rung::Preemptions, chosen.bound, chosen.seconds, chosen.is_tried,
                             check_command(settings_.program, settings_.explorer, options)});
  }
  if (const double runs = kSoon * rate_of(report.statistics); runs >= 1) {
    const std::uint64_t count = rounded_down(runs);
    advice.ladder.push_back({Rung::Pct, count, kSoon, false,
                             check_command(settings_.program, ExplorerSettings{},
                                           fmt::format("-e pct --runs {}", count))});
  }
  return advice;
}

}  // namespace skein::session
