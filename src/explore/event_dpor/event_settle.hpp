// SPDX-License-Identifier: Apache-2.0
// What a word has to lose before its executable parts are searched for: whatever is in none of
// them.
//
// After a part, the last operation must be possible: so all that happens before it is in the part,
// and nothing is that keeps it from being executed. A lock that somebody took and does not give
// back in the word was not taken. A message that lacks its end in the word, and is needed, keeps
// its handler for good: others of that handler that lack their ends too have not begun. The same
// holds for the message of the last operation itself. This is found by looking at clocks, and
// leaves the search little to choose: in none of the paper's programs anything.
#pragma once

#include "explore/event_dpor/event_word.hpp"

namespace skein::event {

// Takes away from the word what is in no part of it that can be executed and after which the last
// operation is possible. False if there is no such part.
[[nodiscard]] bool settle(const Scene& scene, Word& word);

// The same, as far as it does not depend on the handlers.
[[nodiscard]] bool settle_last(const Scene& scene, Word& word);

}  // namespace skein::event
