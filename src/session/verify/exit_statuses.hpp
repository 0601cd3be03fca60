// SPDX-License-Identifier: Apache-2.0
// The exit statuses that the program can end with, read from a prefix: every end is the last event
// of a thread, either main's return or a call of exit.
#pragma once

#include <string>
#include <vector>

#include "machine/ir/system.hpp"
#include "prefix/prefix.hpp"

namespace skein::session {

// Remarks about statuses other than 0, as by failed_exits (native_program.hpp): "every execution
// ended with exit status 2", "some executions ended with exit status 7".
[[nodiscard]] std::vector<std::string> failed_exits(const Prefix& prefix,
                                                    const ir::IrSystem& system);

}  // namespace skein::session
