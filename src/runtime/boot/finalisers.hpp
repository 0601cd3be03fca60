// SPDX-License-Identifier: Apache-2.0
// What the loader would call at the end of the process: the functions in DT_FINI_ARRAY and DT_FINI
// of the program and of its libraries (`__attribute__((destructor))`, the destructors of a
// library's global objects).
//
// The loader's own list could not be put back after a run, so the runtime does not let libc know of
// it (start.cpp) and keeps this one: made once, before the first run, and called by whoever ends
// the process in a run, after the exit handlers. What is called may stop, switch and violate like
// any other code of the program. Left out are the libraries that every program has (libc, the
// loader, the compilers' own, ours): they have nothing to finish that a program could see. A
// library that a run itself loads is not among them either.
#pragma once

namespace skein::runtime {

// REQUIRES: all libraries are loaded. Call once, before the first run.
void find_finalisers();

// Calls them in the loader's order: whoever needs a library before that library; in each, the last
// of the array first.
void call_finalisers();

}  // namespace skein::runtime
