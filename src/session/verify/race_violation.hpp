// SPDX-License-Identifier: Apache-2.0
// A data race found in a prefix, as a violation and as details for a report.
#pragma once

#include <string>

#include "core/names.hpp"
#include "core/run.hpp"
#include "machine/detailed_run.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/races/prefix_races.hpp"

namespace skein::session {

// What is told of a race besides its facts.
struct RaceSides {
  MemoryAccess first_access;
  MemoryAccess second_access;
  std::uint64_t address = 0;
  AgentId first_agent;
  SiteId first_site;
};

// `object`: the name of what both access.
[[nodiscard]] ViolationFacts facts_of(const PrefixRace& race, const Prefix& prefix,
                                      const Names& names, std::string object);

// REQUIRES: the second access is the last step of the run.
[[nodiscard]] Violation violation_of(const PrefixRace& race, const Prefix& prefix,
                                     ir::IrSystem& system, const Run& run);

// Both sides, in the order of the run. `object`: what both access; `whole`: what it is a part of.
[[nodiscard]] ViolationDetails details_of(const RaceSides& race, std::string object, Whole whole,
                                          const DetailedRun& details);

}  // namespace skein::session
