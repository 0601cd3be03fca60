// SPDX-License-Identifier: Apache-2.0
#include "session/verify/prefix_summary.hpp"

#include <algorithm>
#include <cstdint>

#include "prefix/analyses/maximal.hpp"
#include "session/os/resources.hpp"

namespace skein::session {

namespace {

// Limits for statistics outside the verdict.
constexpr std::size_t kMostConfigurations = 1'000'000;
constexpr double kMostSecondsToCount = 10;

}  // namespace

bool has_condition_wait(const Prefix& prefix) {
  return std::any_of(prefix.events().begin(), prefix.events().end(),
                     [&](PrefixEventId e) { return prefix[e].kind == OpKind::CondWait; });
}

void summarise(Prefix& prefix, bool is_complete, const std::function<bool()>& is_enough,
               const std::function<void(const std::function<bool()>& takes_too_long)>& look_further,
               Report& report, Proof& proof) {
  const Prefix::Statistics& f = prefix.statistics();
  report.statistics.events = f.events;
  report.statistics.longest = f.largest;
  proof.cutoffs = f.cutoffs;
  proof.states = f.states;
  proof.forgotten = f.forgotten;
  if (is_complete) {
    const double begin = monotonic_seconds();
    std::uint64_t looks = 0;
    const Stop verdict_stop = report.statistics.stop;
    const std::function<bool()> takes_too_long = [&] {
      if ((++looks & 255U) != 0) return false;
      return monotonic_seconds() - begin > kMostSecondsToCount || is_enough();
    };
    proof.configurations =
        count_maximal_configurations(prefix, kMostConfigurations, takes_too_long);
    look_further(takes_too_long);
    // These are not part of the verdict: stopping them does not make it incomplete.
    report.statistics.stop = verdict_stop;
  }
  report.statistics.peak_memory_kb = peak_resident_kb();
}

}  // namespace skein::session
