// SPDX-License-Identifier: Apache-2.0
#include "session/verify/verified_prefix.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/ensure.hpp"
#include "machine/ir/native_steps.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "report/words/text.hpp"
#include "session/program/input_range.hpp"
#include "session/verify/stale_names.hpp"

namespace skein::session {

namespace {

// If stale names may be reused: the number of names to choose from, how much larger the prefix may
// become, and how many nodes the analysis visits.
constexpr std::uint32_t kMostSpareNames = 2;
constexpr std::uint64_t kMoreForNames = 20;
constexpr std::uint64_t kMostNameLooks = 2'000'000;

}  // namespace

Prefix::Options prefix_options_of(const PrefixSettings& settings) {
  Prefix::Options options;
  const std::string cutoffs = settings.cutoffs.value_or("on");
  if (cutoffs != "on" && cutoffs != "off") {
    throw UserError(fmt::format("--cutoffs: '{}' is neither on nor off", printable(cutoffs)));
  }
  options.has_cutoffs = cutoffs == "on";
  const std::string order = settings.order.value_or("total");
  if (order != "size" && order != "total") {
    throw UserError(fmt::format("--order: '{}' is neither size nor total", printable(order)));
  }
  options.order = order == "size" ? AdequateOrder::Size : AdequateOrder::Total;
  options.is_compact = settings.compact;
  options.most_state_bytes = settings.memory.value_or(0) << 20U;
  return options;
}

ir::SystemOptions system_options_of(const ProgramSettings& program, const PrefixSettings& prefix,
                                    const PropertySettings& properties) {
  ir::SystemOptions options;
  options.signed_overflow_is_a_bug = properties.overflow;
  options.has_spurious_wakeups = program.spurious_wakeups;
  options.uninitialised_is_a_bug = properties.uninitialised;
  const std::string granularity = prefix.granularity.value_or("access");
  if (granularity != "access" && granularity != "statement") {
    throw UserError(
        fmt::format("--granularity: '{}' is neither access nor statement", printable(granularity)));
  }
  options.steps_are_statements = granularity == "statement";
  options.arguments = {program.file};
  options.arguments.insert(options.arguments.end(), program.arguments.begin(),
                           program.arguments.end());
  if (program.nondet) options.inputs = read_input_ranges(*program.nondet);
  return options;
}

bool wants_races(const ProgramSettings& settings) {
  const std::string text = settings.races.value_or("explore");
  // All orders of all accesses are explored in any case.
  if (text != "explore" && text != "report" && text != "off") {
    throw UserError(
        fmt::format("--races: '{}' is neither explore, report nor off", printable(text)));
  }
  return text != "off";
}

VerifiedPrefix::VerifiedPrefix(Prefix::Options options, ir::SystemOptions system_options,
                               std::function<bool()> is_enough)
    : options_(std::move(options)),
      system_options_(std::move(system_options)),
      is_enough_(std::move(is_enough)) {
  options_.is_enough = [this] { return is_enough_() || is_too_much(); };
}

VerifiedPrefix::~VerifiedPrefix() = default;

bool VerifiedPrefix::is_too_much() const {
  return most_events_ != 0 && prefix_->statistics().events > most_events_;
}

void VerifiedPrefix::build(ir::Program program) {
  program_ = std::move(program);
  build_once();
  while (is_complete_ && prefix_->statistics().faults == 0) {
    has_stale_names_ = gives_stale_names(*prefix_, *system_, kMostNameLooks, options_.is_enough);
    if (!has_stale_names_ || system_options_.spare_names == kMostSpareNames) break;
    if (!build_with_more_names()) break;
  }
}

void VerifiedPrefix::build_once() {
  system_ = std::make_unique<ir::IrSystem>(program_, system_options_);
  machine_ = std::make_unique<StatesMachine>(
      *system_, StatesMachine::Text{[this](SiteId site) { return system_->place_of(site); },
                                    [this](ValueId local) { return system_->stack_of(local); }});
  is_complete_ = build_to_fixpoint(*system_, options_, prefix_);
}

// Blocks got names to which pointers still existed: builds again with one more name to choose from.
// If the prefix becomes too large, returns false and changes nothing.
bool VerifiedPrefix::build_with_more_names() {
  auto system = std::move(system_);
  auto machine = std::move(machine_);
  auto prefix = std::move(prefix_);
  const std::uint64_t before = prefix->statistics().events;
  most_events_ = kMoreForNames * (before + 1000);
  ++system_options_.spare_names;
  build_once();
  most_events_ = 0;
  if (is_complete_ || prefix_->statistics().faults > 0) return true;
  --system_options_.spare_names;
  prefix_ = std::move(prefix);
  machine_ = std::move(machine);
  system_ = std::move(system);
  is_complete_ = true;
  return false;
}

Run VerifiedPrefix::replay(std::vector<Move> moves) const {
  Plan plan;
  plan.bounds.steps = static_cast<std::uint32_t>(moves.size());
  plan.prefix = std::move(moves);
  Run run = machine_->run(plan);
  ir::note_gates(run.steps);
  return run;
}

void VerifiedPrefix::leave() {
  // Destroying a million events would only take time. The pointers keep them reachable, so that a
  // leak checker does not report them.
  [[gnu::used]] static const void* kept[2];
  kept[0] = prefix_.release();
  kept[1] = system_.release();
}

}  // namespace skein::session
