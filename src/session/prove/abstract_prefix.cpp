// SPDX-License-Identifier: Apache-2.0
#include "session/prove/abstract_prefix.hpp"

#include "prefix/analyses/carried_races.hpp"
#include "prefix/analyses/fixpoint_build.hpp"

namespace skein::session {

abstract::ProveOptions prove_options_of(const AnalysisSettings& analysis,
                                        const PropertySettings& properties) {
  abstract::ProveOptions options;
  options.signed_overflow_is_a_bug = properties.overflow;
  if (analysis.widen) options.widen_after = static_cast<std::uint32_t>(*analysis.widen);
  return options;
}

bool build_abstract_prefix(abstract::AbstractSystem& system, const Prefix::Options& options,
                           std::unique_ptr<Prefix>& prefix) {
  while (true) {
    if (!build_to_fixpoint(system, options, prefix)) return false;
    bool is_new = false;
    for (const CarriedRace& race : find_carried_races(*prefix, options.is_enough)) {
      is_new |= system.watch(race.first_access.object);
    }
    if (!is_new) return true;
    system.begin_again();
  }
}

}  // namespace skein::session
