// SPDX-License-Identifier: Apache-2.0
// The mutexes and condition variables of glib as one step each, like those of pthreads. (glib's own
// functions are several atomic instructions and futex calls each: a queue with two threads has
// thousands of executions that differ in nothing a user of glib can see.)
//
// The state is in glib's objects: the first word of a GMutex is 0 if it is free, else the number of
// the holder + 1. glib writes 1 there when it locks, which is what main's number makes; and before
// there is a second agent, glib's own functions are executed. So both understand each other.
#pragma once

#include <cstdint>

#include "protocol/foreign_atomic.hpp"

namespace skein::runtime::foreign {

// The address of the function that takes the place of glib's.
[[nodiscard]] std::uint64_t function_for(channel::ModelledFunction function);

}  // namespace skein::runtime::foreign
