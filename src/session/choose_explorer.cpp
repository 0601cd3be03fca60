// SPDX-License-Identifier: Apache-2.0
#include "session/choose_explorer.hpp"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "core/ensure.hpp"
#include "report/words/text.hpp"
#include "session/os/resources.hpp"
#include "session/program/native_program.hpp"
#include "session/program/open_program.hpp"
#include "session/suggest.hpp"

namespace skein::session {

namespace {

const ExplorerInfo& explorer_named(const std::string& name) {
  if (const ExplorerInfo* info = find_explorer(name)) return *info;
  std::string list;
  std::vector<std::string_view> names;
  for (const ExplorerInfo& info : explorers()) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", info.name);
    names.push_back(info.name);
  }
  const std::string suggestion = nearest(name, names);
  throw UserError(fmt::format("unknown explorer '{}'; known are {}{}", printable(name), list,
                              suggestion.empty() ? "" : "; did you mean " + suggestion + "?"));
}

std::uint32_t to_k(const std::string& text) {
  if (text == "optimal") return 0;
  std::uint32_t k = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, k);
  if (text.empty() || error != std::errc{} || stop != end || k == 0 || k == kUnbounded) {
    throw UserError(
        fmt::format("-k: '{}' is neither a whole number from 1 on nor 'optimal'", printable(text)));
  }
  return k;
}

std::uint32_t bound_or(const std::optional<std::uint64_t>& value, std::uint64_t standard) {
  return static_cast<std::uint32_t>(value.value_or(standard));
}

std::uint32_t step_bound(const BoundSettings& settings, const std::string& file) {
  if (is_model(file)) return bound_or(settings.max_steps, kDefaultMaxSteps);
  if (settings.max_steps.value_or(0) > channel::kMaxSteps) {
    throw UserError(fmt::format("--max-steps: at most {} steps of a real program can be recorded",
                                channel::kMaxSteps));
  }
  return bound_or(settings.max_steps, kDefaultNativeMaxSteps);
}

void require(bool holds, std::string_view option, const ExplorerInfo& info,
             std::string_view who_has_it) {
  if (holds) return;
  throw UserError(
      fmt::format("{} means nothing to explorer {}: it is for {}", option, info.name, who_has_it));
}

}  // namespace

Bounds bounds_of(const BoundSettings& settings, const std::string& file) {
  Bounds bounds;
  bounds.steps = step_bound(settings, file);
  bounds.switches = bound_or(settings.max_switches, kUnbounded);
  bounds.preemptions = bound_or(settings.max_preemptions, kUnbounded);
  return bounds;
}

Choice choose_explorer(const ExplorerSettings& settings, const BoundSettings& bounds,
                       const std::string& file) {
  Choice choice;
  choice.info = settings.name ? &explorer_named(*settings.name) : &explorers().front();
  const ExplorerInfo& info = *choice.info;
  require(info.has_k || !settings.k, "-k", info, "qpor");
  require(info.is_sampling || !settings.runs, "--runs", info, "random and pct; see --max-runs");
  require(info.is_sampling || !settings.seed, "--seed", info, "random and pct");
  require(info.has_depth || !settings.depth, "--depth", info, "pct");

  ExplorerOptions& options = choice.options;
  options.bounds = bounds_of(bounds, file);
  if (settings.k) options.k = to_k(*settings.k);
  options.runs = settings.runs.value_or(options.runs);
  options.seed = settings.seed.value_or(options.seed);
  options.depth = bound_or(settings.depth, options.depth);
  options.is_paranoid = settings.paranoid;

  if (info.has_k) choice.variant = options.k == 0 ? "optimal" : fmt::format("k={}", options.k);
  if (info.is_sampling) {
    choice.variant = fmt::format("{}, seed {}", counted(options.runs, "run"), options.seed);
  }
  if (info.has_depth) choice.variant += fmt::format(", depth {}", options.depth);
  return choice;
}

Budget budget_of(const BudgetSettings& settings) {
  Budget budget;
  if (settings.max_runs) budget.runs = *settings.max_runs;
  if (settings.max_seconds) budget.seconds = *settings.max_seconds;
  budget.is_memory_given = settings.max_memory.has_value();
  budget.memory_kb = settings.max_memory ? *settings.max_memory * 1024 : usable_kb();
  budget.stops_at_first_bug = settings.stop_at_first;
  return budget;
}

}  // namespace skein::session
