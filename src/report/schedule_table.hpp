// A schedule for people: time runs downwards, one column an agent.
//
//     step  main                  adder(0)              adder(1)
//        1  12: create adder(0)
//        2                        7: r = x [load x = 0]
//
// Where the columns would be too narrow (many agents), one line a step with the agent's name in
// front. The step at which a property was violated is marked.
#pragma once

#include <string>

#include "findings/finding.hpp"
#include "machine/machine.hpp"
#include "report/text.hpp"

namespace skein {

// The middle of longer schedules is left out on the terminal.
inline constexpr std::size_t kMostStepsShown = 200;

// What broke, in a few words: without the place if the message begins with it; of a deadlock with
// a circle only who is in it.
[[nodiscard]] std::string headline_of(const Finding& finding, const Machine& machine);

[[nodiscard]] std::string schedule_table(const Finding& finding, const Machine& machine,
                                         const Style& style);

}  // namespace skein
