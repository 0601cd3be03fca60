// SPDX-License-Identifier: Apache-2.0
// System calls without libc: no errno, no cancellation points, and not through `syscall`, which we
// take over ourselves. Results are the kernel's: a negative one is an error number.
#pragma once

#include <atomic>
#include <cstdint>
#include <linux/futex.h>
#include <sys/syscall.h>

namespace skein::syscalls {

inline long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0) {
  long result = number;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

inline long as_long(const void* p) { return static_cast<long>(reinterpret_cast<std::intptr_t>(p)); }

inline void futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) {
  call(SYS_futex, as_long(&word), FUTEX_WAIT, static_cast<long>(expected));
}

inline void futex_wake(const std::atomic<std::uint32_t>& word) {
  call(SYS_futex, as_long(&word), FUTEX_WAKE, 1);
}

// The length of a zero-terminated text. libc's own function may be instrumented or not yet
// relocated.
inline std::size_t length(const char* text) {
  std::size_t n = 0;
  while (text[n] != '\0') ++n;
  return n;
}

inline void write_error(const char* text) {
  call(SYS_write, 2, as_long(text), static_cast<long>(length(text)));
}

[[noreturn]] inline void exit_process(int code) {
  while (true) call(SYS_exit_group, code);
}

inline void relax() { asm volatile("pause"); }

}  // namespace skein::syscalls
