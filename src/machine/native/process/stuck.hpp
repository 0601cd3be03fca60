// SPDX-License-Identifier: Apache-2.0
// Whether a process waits in the kernel, and in which call. The agents of a program share one
// kernel thread, so an agent that waits there stops them all. The runtime refuses most such calls
// (runtime/intercept/descriptors/blocking.cpp); this covers those it does not see: stdio on a pipe,
// a lock inside a library, a system call that the program makes itself.
#pragma once

#include <string>
#include <sys/types.h>

namespace skein {

// The system call in which the process sleeps ("read", "futex", "system call 300"). Empty if it
// does not sleep, if it only waits for its output to be read, or if this cannot be known.
[[nodiscard]] std::string sleeps_in(pid_t process);

}  // namespace skein
