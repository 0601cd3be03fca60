// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/stack_switch.hpp"

#include <cstdint>
#include <sys/auxv.h>

// The frame that skein_switch leaves: mxcsr and x87 control word, r15 r14 r13 r12 rbx rbp, return
// address. skein_entry is the bottom of every new stack; unwinders stop there.
asm(R"(
    .text
    .p2align 4
    .globl skein_switch
    .hidden skein_switch
    .type skein_switch, @function
skein_switch:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movl (%rsp), %eax
    movl 4(%rsp), %ecx
    movq %rsi, %rsp
    wrfsbase %rdx
    cmpl (%rsp), %eax
    jne 2f
1:  cmpw 4(%rsp), %cx
    jne 3f
4:  addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
2:  ldmxcsr (%rsp)
    jmp 1b
3:  fldcw 4(%rsp)
    jmp 4b
    .cfi_endproc
    .size skein_switch, .-skein_switch

    .p2align 4
    .globl skein_switch_by_syscall
    .hidden skein_switch_by_syscall
    .type skein_switch_by_syscall, @function
skein_switch_by_syscall:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    subq $8, %rsp
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    movl $158, %eax       # arch_prctl
    movl $0x1002, %edi    # ARCH_SET_FS
    movq %rdx, %rsi
    syscall
    ldmxcsr (%rsp)
    fldcw 4(%rsp)
    addq $8, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .cfi_endproc
    .size skein_switch_by_syscall, .-skein_switch_by_syscall

    .p2align 4
    .globl skein_call_on
    .hidden skein_call_on
    .type skein_call_on, @function
skein_call_on:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register rbp
    movq %rsp, skein_left_stack(%rip)
    movq %rdi, %rsp
    movq %rdx, %rdi
    call *%rsi
    movq %rbp, %rsp
    popq %rbp
    .cfi_def_cfa rsp, 8
    ret
    .cfi_endproc
    .size skein_call_on, .-skein_call_on

    .p2align 4
    .hidden skein_entry
    .globl skein_entry
    .type skein_entry, @function
skein_entry:
    .cfi_startproc
    .cfi_undefined rip
    movq %r12, %rdi
    call *%rbx
    ud2
    .cfi_endproc
    .size skein_entry, .-skein_entry
)");

extern "C" void skein_entry();

extern "C" {
const char* skein_left_stack = nullptr;
}

namespace skein::runtime {

namespace {

// Whether the kernel lets us set the FS base with an instruction (HWCAP2_FSGSBASE).
bool has_wrfsbase = false;

}  // namespace

void detect_fs_instructions() { has_wrfsbase = (getauxval(AT_HWCAP2) & 2U) != 0; }

void switch_context(void** save, void* load, void* fs) {
  if (has_wrfsbase) [[likely]] {
    skein_switch(save, load, fs);
  } else {
    skein_switch_by_syscall(save, load, fs);
  }
}

void* make_context(void* top, void (*entry)(void*), void* argument) {
  auto* frame = reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::uintptr_t>(top) & ~15UL);
  frame -= 8;  // what skein_switch pops: seven registers and the return address
  std::uint32_t mxcsr = 0;
  std::uint16_t control = 0;
  asm volatile("stmxcsr %0" : "=m"(mxcsr));
  asm volatile("fnstcw %0" : "=m"(control));
  frame[0] = mxcsr | (static_cast<std::uint64_t>(control) << 32U);
  frame[1] = 0;                                          // r15
  frame[2] = 0;                                          // r14
  frame[3] = 0;                                          // r13
  frame[4] = reinterpret_cast<std::uint64_t>(argument);  // r12
  frame[5] = reinterpret_cast<std::uint64_t>(entry);     // rbx
  frame[6] = 0;                                          // rbp
  frame[7] = reinterpret_cast<std::uint64_t>(&skein_entry);
  return frame;
}

}  // namespace skein::runtime
