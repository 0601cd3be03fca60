// SPDX-License-Identifier: Apache-2.0
// Whether a process waits in the kernel, and for what: the agents of a program share one kernel
// thread, so one that waits there stops them all. Most such calls are refused where they are made
// (runtime/intercept/blocking.cpp); this is for those that nobody sees: stdio on a pipe, a lock
// inside of a library, a system call that the program makes itself.
#pragma once

#include <string>
#include <sys/types.h>

namespace skein {

// The system call in which the process sleeps ("read", "futex", "system call 300"); empty if it
// does not, if it only waits for its output to be read, or if that cannot be known.
[[nodiscard]] std::string sleeps_in(pid_t process);

}  // namespace skein
