// SPDX-License-Identifier: Apache-2.0
// Explicit tasks. A task is put into its team's queue; a thread that comes to a barrier executes
// tasks until the queue is empty, and only then arrives. That is every behaviour there is: a thread
// that takes a task while it waits at the barrier might as well have arrived after it. Tasks are
// begun in the order in which they were made.
//
// A thread that waits for a task begins it itself if it is still in the queue, as libgomp does.
#pragma once

#include <cstdint>

#include "core/ids.hpp"

namespace skein::runtime::openmp {

// Executes the tasks of the current agent's team until none is left.
void execute_tasks(const void* site);

}  // namespace skein::runtime::openmp
