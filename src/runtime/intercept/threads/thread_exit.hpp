// SPDX-License-Identifier: Apache-2.0
// The end of a thread by pthread_exit.
//
// libc unwinds the stack frame by frame, runs the cleanup handlers and destructors that it finds,
// and then jumps to the innermost registered buffer. The buffer of libc's own thread start lies on
// another stack, so agent_main registers one on the agent's.
//
// Unwinding takes microseconds, as much as the rest of a small run, and mostly finds nothing to do.
// The result depends only on the bytes of the stack and on the callee-saved registers. So these are
// kept when there was nothing to do; if the same come again, in another run, we jump at once. In
// that case no cleanup handler is registered either; this is checked each time.
#pragma once

#include <setjmp.h>

namespace skein::runtime {

// Declared in <pthread.h>, which hides it from C++ with exceptions.
struct UnwindBuffer {
  __jmp_buf registers;
  int has_saved_mask;
  void* links[4];  // libc's: the buffer registered before, and the old kind of cleanup handlers
} __attribute__((__aligned__));

void register_buffer(UnwindBuffer& buffer);
void unregister_buffer(UnwindBuffer& buffer);

}  // namespace skein::runtime
