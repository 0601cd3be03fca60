// SPDX-License-Identifier: Apache-2.0
// --reset=fork: every run in a separate process, forked just before main.
//
// For programs whose state cannot be restored otherwise: changes to memory mappings, to the kernel,
// to libraries loaded in mid-run. A hundred times slower than the reset in place. The child lacks
// the sleeping threads of the pool; it needs only their stacks and TLS, and those are memory.
#pragma once

#include <cstdint>

namespace skein::runtime {

// Runs the plan in a child. Returns 0, or the number of threads that the pool would have needed;
// then nothing has happened yet. If the child dies, this process dies in the same way: to the
// explorer they are one.
std::uint32_t run_in_child();

// Ends this process as a child has ended, by the status of wait4.
[[noreturn]] void die_like(int status);

// Passes on a signal that is meant for the run, not for the server. Returns whether there is a run.
bool pass_to_child(int signal);

}  // namespace skein::runtime
