// SPDX-License-Identifier: Apache-2.0
#include "session/prove/abstract_prefix.hpp"

#include <fmt/format.h>

#include <string>

#include "core/ensure.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/races/carried_races.hpp"
#include "prefix/analyses/stale_blocks.hpp"
#include "report/words/text.hpp"

namespace skein::session {

namespace {

constexpr std::uint64_t kEventsOfFirstStage = 250;
constexpr std::uint64_t kEventsToJudge = 2000;

bool watch_racy_cells(abstract::AbstractSystem& system, Prefix& prefix,
                      const std::function<bool()>& is_enough) {
  bool is_new = false;
  for (const CarriedRace& race : find_carried_races(prefix, is_enough)) {
    is_new |= system.watch(race.first_access.object);
  }
  return is_new;
}

}  // namespace

abstract::ProveOptions prove_options_of(const AnalysisSettings& analysis,
                                        const PropertySettings& properties) {
  abstract::ProveOptions options;
  options.signed_overflow_is_a_bug = properties.overflow;
  options.watches_all = analysis.accesses_are_events;
  if (analysis.widen) options.widen_after = static_cast<std::uint32_t>(*analysis.widen);
  return options;
}

bool accesses_are_events(const PrefixSettings& settings) {
  const std::string granularity = settings.granularity.value_or("sync");
  if (granularity != "sync" && granularity != "access") {
    throw UserError(
        fmt::format("--granularity: '{}' is neither sync nor access", printable(granularity)));
  }
  return granularity == "access";
}

bool build_abstract_prefix(abstract::AbstractSystem& system, const Prefix::Options& options,
                           std::unique_ptr<Prefix>& prefix,
                           const std::function<bool()>& is_decided) {
  for (std::uint64_t most_events = kEventsOfFirstStage;;) {
    Prefix::Options stage = options;
    stage.is_enough = [&] {
      return options.is_enough() || (prefix && prefix->statistics().events > most_events);
    };
    const bool is_complete = build_to_fixpoint(system, stage, prefix);
    if (!is_complete && options.is_enough()) return false;
    if (system.has_learnt() || watch_racy_cells(system, *prefix, options.is_enough)) {
      system.begin_again();
      continue;
    }
    if (is_complete && system.reuses_names() && has_stale_blocks(*prefix, system)) {
      system.stop_reusing_names();
      system.begin_again();
      continue;
    }
    if (is_complete) return true;
    if (most_events >= kEventsToJudge && is_decided && is_decided()) return false;
    most_events *= 8;
  }
}

}  // namespace skein::session
