// SPDX-License-Identifier: Apache-2.0
// The functions that the loader would call at the end of the process: those in DT_FINI_ARRAY and
// DT_FINI of the program and of its libraries (`__attribute__((destructor))`, the destructors of a
// library's global objects).
//
// The loader's own list could not be restored after a run. So the runtime hides it from libc
// (start.cpp) and keeps this list: made once, before the first run, and called, after the exit
// handlers, by the agent that ends the process. The functions may stop, switch and violate like any
// other code of the program. Libraries that every program has are left out (libc, the loader, the
// compilers' own, ours): they finish nothing that a program could see. A library that a run loads
// itself is not on the list either.
#pragma once

namespace skein::runtime {

// REQUIRES: all libraries are loaded. Call once, before the first run.
void find_finalisers();

// Calls them in the loader's order: a library comes after those that need it, and in each the last
// entry of the array first.
void call_finalisers();

}  // namespace skein::runtime
