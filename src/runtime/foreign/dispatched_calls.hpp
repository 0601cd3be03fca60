// SPDX-License-Identifier: Apache-2.0
// System calls while pages are guarded (guarded_words.hpp). The kernel does not fault on such a
// page as the program does: a call that reads or writes it fails. So while there are guards, the
// kernel hands every system call of this process to us, as a signal (Syscall User Dispatch, Linux
// 5.11), and we make it while the pages are open.
#pragma once

#include <signal.h>
#include <sys/syscall.h>

namespace skein::runtime::foreign {

// A system call that is never handed over.
extern "C" long skein_plain_call(long number, long a, long b, long c, long d, long e, long f);

// Installs a handler of a signal that may come while calls are handed over.
void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*), int flags);

// Returns whether the kernel can do it. The first call asks it to.
[[nodiscard]] bool can_dispatch_calls();

// From now on calls are handed over, or not.
void dispatch_calls(bool is_on);

// SIGSYS. Returns whether it was a call that the kernel handed over.
bool on_dispatched_call(const siginfo_t& info, void* context);

}  // namespace skein::runtime::foreign
