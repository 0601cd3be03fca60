// SPDX-License-Identifier: Apache-2.0
// A warning as a schedule: the visible operations of one linearisation of its configuration, and
// the bug that the schedule's end must show.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/program/pointers.hpp"

namespace skein::symbolic {

// A visible operation, with agents as the abstract machine numbers them.
struct ScheduledStep {
  AgentId agent;
  OpKind kind = OpKind::Yield;
  SiteId site;
  AgentId child;            // of a creation
  bool is_section = false;  // all of an atomic section
  // An object that it touches; none: any. Only for machines with the same objects.
  ObjectId object = {};
  // Bytes of a global variable; it accesses some of them. A loop accesses others at the same site.
  std::optional<ir::ByteRange> bytes = std::nullopt;
};

struct WitnessTarget {
  std::vector<ScheduledStep> steps;
  std::optional<Fault> fault;  // after the last step
  bool is_race = false;        // the last two steps are possible at once, and access the same byte
  // Neither: a deadlock.
  [[nodiscard]] bool is_deadlock() const { return !fault && !is_race; }

  // The agent's next step after step i; null: it has none. A thread that has been joined leaves its
  // number to a later one, whose steps are not its own.
  [[nodiscard]] const ScheduledStep* next_of_same_agent(std::size_t i) const {
    for (std::size_t j = i + 1; j < steps.size(); ++j) {
      if (steps[j].child == steps[i].agent) return nullptr;
      if (steps[j].agent == steps[i].agent) return &steps[j];
    }
    return nullptr;
  }
};

// Whether two steps with these accesses race: with some inputs the elements of an array that they
// access are the same, with others not.
[[nodiscard]] inline bool are_racing(std::span<const MemoryAccess> mine,
                                     std::span<const MemoryAccess> theirs) {
  return std::any_of(mine.begin(), mine.end(), [&](const MemoryAccess& a) {
    return std::any_of(theirs.begin(), theirs.end(), [&](const MemoryAccess& b) {
      const bool overlap = a.address < b.address + b.length && b.address < a.address + a.length;
      return overlap && (a.is_write || b.is_write) && !(a.is_atomic && b.is_atomic) &&
             !(a.is_free && b.is_free);
    });
  });
}

// Whether these are the same bug: of the same kind at the same place.
[[nodiscard]] inline bool is_same(const Fault& a, const Fault& b) {
  return a.site == b.site && a.facts.code == b.facts.code;
}

}  // namespace skein::symbolic
