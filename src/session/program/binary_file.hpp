// SPDX-License-Identifier: Apache-2.0
// Looks at a program file before it is run, so that what cannot work is refused with the reason.
#pragma once

#include <string>

namespace skein::session {

// Throws UserError unless the native machine can run the file: a dynamically linked program for
// this kind of machine, which everybody may run with his own rights.
void require_checkable_binary(const std::string& path);

// Whether `skein cc` or `skein c++` linked it. Of other programs only the calls of libraries are
// seen, not the atomic operations.
[[nodiscard]] bool is_built_for_skein(const std::string& path);

}  // namespace skein::session
