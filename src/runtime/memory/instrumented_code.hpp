// SPDX-License-Identifier: Apache-2.0
// Which loaded files were compiled with skein cc. Code of other files may order its accesses in
// ways that we do not see: the inline check of a function-local static's guard is an ordinary load.
#pragma once

namespace skein::runtime::instrumented_code {

// Call from a constructor of such a file. Finds the loaded files that refer to __tsan_init. (The
// return address would not do: optimised constructors jump there, and so return to the loader.)
void look_at_files();

[[nodiscard]] bool contains(const void* pc);

// Whether nothing reports the accesses of the code there: skein cc compiles the program, and the
// accesses of libc are those of its callers.
[[nodiscard]] bool is_foreign(const void* pc);
// Whether any such code is loaded. REQUIRES: the runs have begun.
[[nodiscard]] bool has_foreign();

}  // namespace skein::runtime::instrumented_code
