// SPDX-License-Identifier: Apache-2.0
#include "session/verify/race_violation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace skein::session {

namespace {

struct Side {
  race::Access access;
  std::int64_t size;
  SourceLine place;
};

// What is freed has no size, as in the reports of `check`.
Side side_of(const MemoryAccess& access, SourceLine place) {
  if (access.is_free) return {race::kFree, 0, std::move(place)};
  const race::Access kind = access.is_atomic
                                ? (access.is_write ? race::kAtomicWrite : race::kAtomicRead)
                                : (access.is_write ? race::kWrite : race::kRead);
  return {kind, static_cast<std::int64_t>(access.length), std::move(place)};
}

// The last step of the first access before the one that ends the run.
std::size_t first_step(const RaceSides& race, const Run& run) {
  std::size_t i = run.steps.size() - 2;
  while (i > 0 &&
         (run.steps[i].agent != race.first_agent || run.steps[i].site != race.first_site)) {
    --i;
  }
  return i;
}

// By place; at the same place atomic accesses come first, and reads before writes. Sizes are
// compared as text, which keeps the order of older reports.
auto rank(const Side& side) {
  const bool is_atomic = side.access == race::kAtomicRead || side.access == race::kAtomicWrite;
  const bool is_write = side.access == race::kWrite || side.access == race::kAtomicWrite ||
                        side.access == race::kFree;
  return std::tuple(side.place.file, side.place.line, !is_atomic, is_write,
                    std::to_string(side.size) + " ");
}

}  // namespace

ViolationFacts facts_of(const PrefixRace& race, const Prefix& prefix, const Names& names,
                        std::string object) {
  Side first = side_of(race.first_access, names.site_line(prefix[race.first].site));
  Side second = side_of(race.second_access, names.site_line(prefix[race.second].site));
  // So that a race is reported the same whichever access came first.
  if (rank(second) < rank(first)) std::swap(first, second);
  return {ViolationCode::DataRace,
          {std::move(object)},
          {{first.place.file, first.place.line}, {second.place.file, second.place.line}},
          {first.access, first.size, second.access, second.size}};
}

Violation violation_of(const PrefixRace& race, const Prefix& prefix, ir::IrSystem& system,
                       const Run& run) {
  Violation violation;
  violation.facts = facts_of(race, prefix, system, system.memory_name(race.address));
  violation.agent = prefix[race.second].agent;
  violation.step = StepIndex{run.steps.size() - 1};
  violation.site = prefix[race.second].site;
  return violation;
}

ViolationDetails details_of(const RaceSides& race, std::string object, Whole whole,
                            const DetailedRun& details) {
  ViolationDetails violation;
  const std::size_t count = details.run.steps.size();
  const auto add = [&](std::size_t i, const MemoryAccess& access) {
    AccessDetails& out = violation.accesses.emplace_back();
    out.agent = details.run.steps[i].agent;
    out.step = StepIndex{i};
    out.is_write = access.is_write;
    out.is_atomic = access.is_atomic;
    out.is_free = access.is_free;
    out.size = access.is_free ? 0 : static_cast<std::uint32_t>(access.length);
    out.stack = details.steps[i].stack;
  };
  add(first_step(race, details.run), race.first_access);
  add(count - 1, race.second_access);
  violation.stack = details.steps[count - 1].stack;
  violation.object = std::move(object);
  violation.whole = std::move(whole);
  return violation;
}

}  // namespace skein::session
