// SPDX-License-Identifier: Apache-2.0
#include "session/verify/race_violation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace skein::session {

namespace {

std::string side(const MemoryAccess& access, const Place& place) {
  return fmt::format("{}{} of {} {} at {}:{}", access.is_atomic ? "atomic " : "",
                     access.is_write ? "write" : "read", access.length,
                     access.length == 1 ? "byte" : "bytes", place.file, place.line);
}

}  // namespace

Violation violation_of(const PrefixRace& race, const Prefix& prefix, ir::IrSystem& system,
                       const Run& run) {
  Place one = system.place_of(prefix[race.first].site);
  Place other = system.place_of(prefix[race.second].site);
  std::string first = side(race.first_access, one);
  std::string second = side(race.second_access, other);
  // In the order of the text, so that a race is told the same whichever access came first.
  if (std::tie(other.file, other.line, second) < std::tie(one.file, one.line, first)) {
    std::swap(first, second);
  }
  Violation violation;
  violation.kind = ViolationKind::Race;
  violation.message =
      fmt::format("data race on {}: {}, {}", system.memory_name(race.address), first, second);
  violation.agent = prefix[race.second].agent;
  violation.step = StepIndex{run.steps.size() - 1};
  violation.site = prefix[race.second].site;
  return violation;
}

ToldViolation details_of(const PrefixRace& race, ir::IrSystem& system, const ToldRun& told) {
  ToldViolation violation;
  const std::size_t count = told.run.steps.size();
  const auto add = [&](std::size_t i, const MemoryAccess& access) {
    ToldAccess& out = violation.accesses.emplace_back();
    out.agent = told.run.steps[i].agent;
    out.step = StepIndex{i};
    out.is_write = access.is_write;
    out.is_atomic = access.is_atomic;
    out.size = static_cast<std::uint32_t>(access.length);
    out.stack = told.steps[i].stack;
  };
  add(count - 2, race.first_access);
  add(count - 1, race.second_access);
  violation.stack = told.steps[count - 1].stack;
  violation.object = system.memory_name(race.address);
  return violation;
}

}  // namespace skein::session
