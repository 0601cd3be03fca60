// SPDX-License-Identifier: Apache-2.0
// One finding for people on a terminal: what broke in a sentence, the schedule, and what a reader
// needs for its kind: which agent waits for which, both sides of a race with their stacks, where a
// block was allocated.
#pragma once

#include <string>

#include "report/counterexample.hpp"
#include "report/words/text.hpp"

namespace skein {

// The schedule is shortened so that the whole has about `most_lines` lines; 0: it is not.
[[nodiscard]] std::string finding_text(const Counterexample& counterexample, std::size_t number,
                                       const Style& style, std::size_t most_lines = 0);

// The text of a warning: with what is known about variables, and an abstract trace.
[[nodiscard]] std::string warning_text(const Counterexample& warning, std::size_t number,
                                       const Style& style);

}  // namespace skein
