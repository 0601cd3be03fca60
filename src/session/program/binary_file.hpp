// SPDX-License-Identifier: Apache-2.0
// Inspects a program file before it is run, so that a file that cannot work is refused with a
// reason.
#pragma once

#include <string>

namespace skein::session {

// Throws UserError unless the native machine can run the file: a dynamically linked program for
// this architecture, which every user may run with their own rights.
void require_checkable_binary(const std::string& path);

// Whether `skein cc` or `skein c++` linked it. In other programs only library calls are seen, not
// atomic operations.
[[nodiscard]] bool is_built_for_skein(const std::string& path);

}  // namespace skein::session
