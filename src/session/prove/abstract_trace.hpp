// SPDX-License-Identifier: Apache-2.0
// A warning of `skein prove` as a report shows it: the configuration that leads there, in one of
// its orders, with what is known about variables at its end.
//
// The steps are those of the abstract machine. So each stands for many: whatever the inputs, if
// they lead along these branches at all.
#pragma once

#include <span>
#include <vector>

#include "core/step.hpp"
#include "findings/finding.hpp"
#include "machine/abstract/abstract_system.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/races/prefix_races.hpp"
#include "prefix/prefix.hpp"
#include "report/counterexample.hpp"

namespace skein::session {

class AbstractTrace {
 public:
  AbstractTrace(const Prefix& prefix, abstract::AbstractSystem& system)
      : prefix_(prefix), system_(system) {}

  // REQUIRES: the event has a fault.
  [[nodiscard]] Counterexample of_fault(PrefixEventId event) const;
  [[nodiscard]] Counterexample of_deadlock(const Standstill& standstill) const;
  [[nodiscard]] Counterexample of_race(const PrefixRace& race) const;

 private:
  [[nodiscard]] std::vector<Step> steps_of(std::span<const PrefixEventId> events) const;
  // The finding's steps with their places.
  [[nodiscard]] DetailedRun detailed(const Finding& finding) const;

  const Prefix& prefix_;
  abstract::AbstractSystem& system_;
};

}  // namespace skein::session
