// SPDX-License-Identifier: Apache-2.0
// Switching from one stack to another, with the FS base and so with the thread-local storage.
//
// 70 ns in and out; what is saved is what the x86-64 calling convention says a callee keeps.
#pragma once

#include <cstddef>

namespace skein::runtime {

// Saves where we are in *save, goes on where `load` was saved, with FS base `fs`. The second form
// is for processors and kernels without the wrfsbase instruction.
extern "C" void skein_switch(void** save, void* load, void* fs);
extern "C" void skein_switch_by_syscall(void** save, void* load, void* fs);

// f(argument), on the stack that ends at `top` (a multiple of 16).
extern "C" void* skein_call_on(void* top, void* (*f)(void*), void* argument);

// A stack pointer for skein_switch that makes entry(argument) run on the stack that ends at `top`.
// entry must not return.
void* make_context(void* top, void (*entry)(void*), void* argument);

void detect_fs_instructions();
void switch_context(void** save, void* load, void* fs);

}  // namespace skein::runtime
