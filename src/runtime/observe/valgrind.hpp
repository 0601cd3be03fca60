// SPDX-License-Identifier: Apache-2.0
// Informs valgrind about the program. Does nothing if valgrind's header was missing when we were
// built, or if the program does not run under valgrind.
#pragma once

namespace skein::runtime::valgrind {

// Whether the program runs under valgrind; false if its header was missing.
[[nodiscard]] bool is_under_valgrind();

// The agents will switch to the stack between these addresses.
void note_stack(const char* low, const char* top);

}  // namespace skein::runtime::valgrind
