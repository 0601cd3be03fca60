// SPDX-License-Identifier: Apache-2.0
// --reset=fork: every run in a process of its own, forked just before main.
//
// For programs whose state cannot be put back otherwise: what they did to memory mappings, to the
// kernel, to libraries loaded in the middle. A hundred times slower than the reset in place. The
// sleeping threads of the pool are not there in the child; only their stacks and TLS are needed,
// and those are memory.
#pragma once

#include <cstdint>

namespace skein::runtime {

// Runs the plan in a child. Returns 0, or how many threads the pool would have needed; then nothing
// has happened yet. If the child dies, so does this process, in the same way: to the explorer they
// are one.
std::uint32_t run_in_child();

// A signal that is for the run, not for the server; whether there is a run to give it to.
bool pass_to_child(int signal);

}  // namespace skein::runtime
