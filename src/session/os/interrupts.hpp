// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and the other signals that ask the command to end.
#pragma once

#include <atomic>

namespace skein::session {

// Set by SIGINT, SIGTERM or SIGHUP after catch_interrupts(). The first such signal asks for an
// orderly end; a second one ends the process at once (but still removes each TemporaryFolder).
[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] double interrupted_at();  // on the clock of monotonic_seconds; infinity: not yet
// The handler calls `first` at the first signal; null: nothing.
void catch_interrupts(void (*first)() = nullptr);

}  // namespace skein::session
