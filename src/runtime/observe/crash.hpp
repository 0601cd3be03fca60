// SPDX-License-Identifier: Apache-2.0
// Turns fatal signals into violations of the agent that ran.
//
// The handler runs on a separate stack (the agent's may have overflowed), records the violation,
// and switches to another agent without ever returning. That is safe when the fault lies in the
// program's own code. Inside a library, which may hold locks or be in the middle of a change, the
// run ends there.
#pragma once

namespace skein::runtime {

void catch_crashes();

}  // namespace skein::runtime
