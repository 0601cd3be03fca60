// SPDX-License-Identifier: Apache-2.0
// Words that are set once, and that agents wait for: the status of a std::future, the count of a
// std::latch, the end of a phase of a std::barrier.
//
// As libstdc++ is written, a thread that waits looks at the word, announces itself, looks again and
// sleeps, and the thread that sets the word may do so before, between and after. No program can
// tell these cases apart, since the word is not reset while a thread could wait for it. So waiting
// is one step, which the setting of the word enables for ever (docs/equivalence.md, "Waiting for
// what happens once").
//
// Waiting with a timeout, and asking whether the word is set, are executed as they are written.
//
// `skein c++` has variants of libstdc++'s headers that call us (cmake/shared_objects.cmake).
#pragma once

#include <cstdint>

namespace skein::runtime::awaited {

void begin_run();

// The current agent has set the word, in its current step. Returns false if that means nothing to
// us.
bool note_set(const std::uint32_t* word);

}  // namespace skein::runtime::awaited
