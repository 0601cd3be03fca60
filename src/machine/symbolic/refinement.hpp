// SPDX-License-Identifier: Apache-2.0
// From a warning of the abstract machine to the truth, for `skein prove`.
//
// `find` follows the warning's schedule from the beginning of the program, and finds inputs that
// show it, or that there are none. `refute` executes one step of the abstract machine alone, from
// every element of its state: if nothing there leads to the fault, the warning is false whatever
// happened before. `refute_after_steps` does the same after the last steps of the same thread, and
// so knows how the thread's own values are related. docs/prove.md has the arguments.
#pragma once

#include <functional>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/abstract_system.hpp"
#include "machine/symbolic/schedule_search.hpp"
#include "machine/symbolic/witness_target.hpp"

namespace skein::symbolic {

// What a step of the abstract machine begins with: the thread's local state, the values of the
// touched objects, the record of carried memory.
struct StepStart {
  ValueId local;
  std::vector<ValueId> values;
  CarriedId before = kNothingCarried;

  friend auto operator<=>(const StepStart&, const StepStart&) = default;
};

// Whether the threads stand at the same place, whatever their values.
[[nodiscard]] bool is_same_place(const ir::Thread& a, const ir::Thread& b);

class Refinement {
 public:
  // `seconds_left`: for the current question. Throws UserError if there is no solver.
  Refinement(abstract::AbstractSystem& system, std::function<double()> seconds_left);

  [[nodiscard]] SearchResult find(const WitnessTarget& target);

  // Whether the step cannot end with the fault. REQUIRES: it is that of an event.
  [[nodiscard]] bool refute(const StepStart& step, const Fault& fault);

  // Whether the step cannot end with the fault after the thread's `depth` steps before it.
  // `steps_to`: the steps of events of the same thread, cut-offs included, that end at the place
  // where a step begins.
  using StepsTo = std::function<std::vector<StepStart>(const StepStart&)>;
  [[nodiscard]] bool refute_after_steps(const StepStart& step, const Fault& fault,
                                        const StepsTo& steps_to, unsigned depth);

 private:
  // Whether the visible operation of the step is one that is followed here.
  [[nodiscard]] bool is_followed(const StepStart& step);

  abstract::AbstractSystem& system_;
  std::function<double()> seconds_left_;
};

}  // namespace skein::symbolic
