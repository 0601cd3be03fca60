// SPDX-License-Identifier: Apache-2.0
// From a warning of the abstract machine to the truth, for `skein prove`.
//
// `find` follows the warning's schedule from the beginning of the program, and has inputs that show
// it, or knows that there are none. `refute` executes one step of the abstract machine alone, from
// every element of its state: if nothing there leads to the fault, the warning is false whatever
// happened before. docs/prove.md has the arguments.
#pragma once

#include <functional>
#include <span>

#include "core/states.hpp"
#include "machine/abstract/system.hpp"
#include "machine/symbolic/schedule.hpp"
#include "machine/symbolic/schedule_search.hpp"

namespace skein::symbolic {

class Refinement {
 public:
  // `seconds_left`: for the question under way. Throws UserError if there is no solver.
  Refinement(abstract::AbstractSystem& system, std::function<double()> seconds_left);

  [[nodiscard]] SearchResult find(const WitnessTarget& target);

  // Whether the step cannot end with the fault. REQUIRES: the local state, the values of the objects
  // and the record before the step are those of an event that can be executed.
  [[nodiscard]] bool refute(ValueId local, std::span<const ValueId> values, CarriedId before,
                            const Fault& fault);

 private:
  abstract::AbstractSystem& system_;
  std::function<double()> seconds_left_;
};

}  // namespace skein::symbolic
