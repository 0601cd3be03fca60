// SPDX-License-Identifier: Apache-2.0
// A schedule for people: time runs downwards, one column an agent.
//
//     step  main                  adder(0)              adder(1)
//        1  12: create adder(0)
//        2                        7: r = x [load x = 0]
//
// A row has one step, so that its text may use all the room to the right of where its column
// begins. Where the columns would be too narrow (many agents), one line a step with the agent's
// name in front. Marked are the step at which a property was violated, and the one after which that
// could not be avoided any more.
#pragma once

#include <string>

#include "report/counterexample.hpp"
#include "report/text.hpp"

namespace skein {

// The middle of longer schedules is left out on the terminal.
inline constexpr std::size_t kMostStepsShown = 200;

[[nodiscard]] std::string schedule_table(const Counterexample& counterexample, const Style& style);

// A step but its place: the program's own words, if known, and what it did: "r = x" and
// "[load x = 0]". Where there are no words, or they say the same, the detail is empty.
struct StepText {
  std::string what;
  std::string detail;
};
[[nodiscard]] StepText step_text(const CounterexampleStep& step);

// What the step did, with values: "load x = 0", "rmw x 1 -> 2", "trylock m fails".
[[nodiscard]] std::string action_text(const CounterexampleStep& step);

}  // namespace skein
