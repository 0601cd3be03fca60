// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and the other signals that ask the command to end.
#pragma once

#include <atomic>

namespace skein::session {

// Raised by SIGINT, SIGTERM or SIGHUP once catch_interrupts() was called. The first such signal
// asks for an orderly end; a second one ends the program at once (a TemporaryFolder goes even
// then).
[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] double interrupted_at();  // on the clock of monotonic_seconds; infinity: not yet
// `first` is called by the handler of the first one; null: nothing.
void catch_interrupts(void (*first)() = nullptr);

}  // namespace skein::session
