// SPDX-License-Identifier: Apache-2.0
// Why a program could not be started: the limits that the user's shell or container sets.
#pragma once

#include <string>

namespace skein {

// The limits of this process that may be in the way: "addresses are limited (ulimit -v): ...";
// empty if there are none.
[[nodiscard]] std::string tight_limits();

// Throws UserError if skein itself would overflow its stack.
void refuse_small_stack();

// Throws UserError: what failed, the system's reason (errno), and tight limits.
[[noreturn]] void refuse_start(const std::string& what);

}  // namespace skein
