// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign/dispatched_calls.hpp"

#include <cstdint>
#include <sched.h>
#include <ucontext.h>

#include "runtime/foreign/guarded_words.hpp"

// The only code whose system calls the kernel does not hand over. The end of a signal handler is
// such a call, so it must be here too. (Its bytes are those that unwinders know it by.)
asm(R"(
.text
.balign 16
.globl skein_plain_calls_begin, skein_plain_calls_end, skein_plain_call, skein_signal_return
.hidden skein_plain_calls_begin, skein_plain_calls_end, skein_plain_call, skein_signal_return
skein_plain_calls_begin:
.type skein_plain_call, @function
skein_plain_call:
  movq %rdi, %rax
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq %rcx, %rdx
  movq %r8, %r10
  movq %r9, %r8
  movq 8(%rsp), %r9
  syscall
  ret
.size skein_plain_call, . - skein_plain_call
  nop
.type skein_signal_return, @function
skein_signal_return:
  movq $15, %rax
  syscall
  ud2
.size skein_signal_return, . - skein_signal_return
skein_plain_calls_end:
)");

extern "C" {
extern const char skein_plain_calls_begin[];
extern const char skein_plain_calls_end[];
void skein_signal_return();
}

namespace skein::runtime::foreign {

namespace {

constexpr long kSetDispatch = 59;  // PR_SET_SYSCALL_USER_DISPATCH, newer than some headers
constexpr int kHandedOver = 2;     // SYS_USER_DISPATCH
constexpr char kAllow = 0;
constexpr char kBlock = 1;

volatile char selector = kAllow;

enum class Support : std::uint8_t { Unknown, Present, Absent };
Support support = Support::Unknown;

// What the kernel expects, which is not libc's structure.
struct KernelAction {
  void (*handler)(int, siginfo_t*, void*);
  unsigned long flags;
  void (*restorer)();
  std::uint64_t mask;
};

long as_argument(const volatile void* p) {
  return static_cast<long>(reinterpret_cast<std::intptr_t>(p));
}

bool ask_kernel() {
  return skein_plain_call(SYS_prctl, kSetDispatch, 1, as_argument(skein_plain_calls_begin),
                          skein_plain_calls_end - skein_plain_calls_begin, as_argument(&selector),
                          0) == 0;
}

// Whether the call gives the new process or thread another stack, on which it must return from
// the program's own instruction.
bool has_own_stack(long number, const greg_t* registers) {
  if (number == SYS_vfork || number == SYS_clone3) return true;
  return number == SYS_clone && (registers[REG_RDI] & CLONE_VM) != 0;
}

}  // namespace

void handle_signal(int signal, void (*handler)(int, siginfo_t*, void*), int flags) {
  constexpr unsigned long kHasRestorer = 0x04000000;
  const KernelAction action{handler, static_cast<unsigned long>(flags) | kHasRestorer,
                            &skein_signal_return, 0};
  skein_plain_call(SYS_rt_sigaction, signal, as_argument(&action), 0, sizeof(action.mask), 0, 0);
}

bool can_dispatch_calls() {
  if (support == Support::Unknown) support = ask_kernel() ? Support::Present : Support::Absent;
  return support == Support::Present;
}

void dispatch_calls(bool is_on) { selector = is_on ? kBlock : kAllow; }

bool on_dispatched_call(const siginfo_t& info, void* context) {
  if (info.si_code != kHandedOver) return false;
  auto* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const long number = info.si_syscall;
  if (has_own_stack(number, registers)) {
    // Once more, not handed over, and without guards from here on.
    guarded_words::lower();
    constexpr int kLength = 2;
    registers[REG_RIP] -= kLength;
    registers[REG_RAX] = number;
    return true;
  }
  guarded_words::open_all();
  const long result =
      skein_plain_call(number, registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                       registers[REG_R10], registers[REG_R8], registers[REG_R9]);
  guarded_words::close_all();
  // A new process has to ask again.
  const bool is_child = result == 0 && (number == SYS_fork || number == SYS_clone);
  if (is_child) ask_kernel();
  registers[REG_RAX] = result;
  return true;
}

}  // namespace skein::runtime::foreign
