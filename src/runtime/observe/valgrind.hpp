// SPDX-License-Identifier: Apache-2.0
// What tools that watch a program from inside have to be told. Does nothing where there is none.
#pragma once

namespace skein::runtime::valgrind {

// Whether the program runs under valgrind, as far as we can know: only if its header was there when
// we were built.
[[nodiscard]] bool is_under_valgrind();

// From here to there is a stack that will be switched to.
void note_stack(const char* low, const char* top);

}  // namespace skein::runtime::valgrind
