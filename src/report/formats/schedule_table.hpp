// SPDX-License-Identifier: Apache-2.0
// A schedule for people: time runs downwards, one column per agent.
//
//     step  main                  adder(0)              adder(1)
//        1  12: create adder(0)
//        2                        7: r = x [load x = 0]
//
// A row has one step, so its text may use all the room to the right of the beginning of its column.
// If the columns would be too narrow (many agents), each step is a line that begins with the
// agent's name. Marks show the step that violated a property, both accesses of a race, and the step
// after which the violation was unavoidable.
#pragma once

#include <string>

#include "report/counterexample.hpp"
#include "report/words/text.hpp"

namespace skein {

// `most_lines` is the room for it; 0: as much as it takes (schedule_rows.hpp).
[[nodiscard]] std::string schedule_table(const Counterexample& counterexample, const Style& style,
                                         std::size_t most_lines = 0);

// A step without its place: the program's own words, if known, and what the step did: "r = x" and
// "[load x = 0]". The detail is empty if there are no such words, or if they say the same.
struct StepText {
  std::string what;
  std::string detail;
};
[[nodiscard]] StepText step_text(const CounterexampleStep& step);

// What the step did, with values: "load x = 0", "rmw x 1 -> 2", "trylock m fails".
[[nodiscard]] std::string action_text(const CounterexampleStep& step);

}  // namespace skein
