// SPDX-License-Identifier: Apache-2.0
// Switches between stacks, and with the stack the FS base: the thread-local storage.
//
// A switch and the switch back take 70 ns. They save the registers that the x86-64 calling
// convention tells a callee to keep.
#pragma once

#include <cstddef>

namespace skein::runtime {

// Saves the current position in *save and continues at `load`, a position saved earlier, with FS
// base `fs`. The second form is for processors and kernels without the wrfsbase instruction.
extern "C" void skein_switch(void** save, void* load, void* fs);
extern "C" void skein_switch_by_syscall(void** save, void* load, void* fs);

// Calls f(argument) on the stack that ends at `top` (a multiple of 16).
extern "C" void* skein_call_on(void* top, void* (*f)(void*), void* argument);

// How far the stack was in use that skein_call_on left last.
extern "C" {
[[gnu::visibility("hidden")]] extern const char* skein_left_stack;
}

// Returns a stack pointer for skein_switch; switching to it calls entry(argument) on the stack that
// ends at `top`. entry must not return.
void* make_context(void* top, void (*entry)(void*), void* argument);

void detect_fs_instructions();
void switch_context(void** save, void* load, void* fs);

}  // namespace skein::runtime
