// SPDX-License-Identifier: Apache-2.0
// Words that are set once, and that agents wait for: the status of a std::future.
//
// As libstdc++ is written, a thread that waits looks at the word, announces itself in it, looks
// again and sleeps, and the thread that sets the word may do so before, between and after. No
// program can tell these cases apart, since the word is never reset. So waiting is one step, which
// the setting of the word enables for ever (docs/equivalence.md, "Futures").
//
// Waiting with a timeout, and asking whether the future is ready, are executed as they are written.
//
// `skein c++` has a variant of libstdc++'s header that calls us (cmake/shared_objects.cmake).
#pragma once

#include <cstdint>

namespace skein::runtime::awaited {

void begin_run();

// The current agent has set the word, in its current step.
void note_set(const std::uint32_t* word);

}  // namespace skein::runtime::awaited
