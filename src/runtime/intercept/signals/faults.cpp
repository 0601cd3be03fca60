// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/signals/faults.hpp"

#include <cstring>
#include <setjmp.h>
#include <ucontext.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/observe/call_stacks.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

// The signal's handler runs on a stack of its own, on which no agent may wait. So the agent is sent
// here, and the handler of this trap runs on the agent's stack, with the same registers.
extern "C" __attribute__((visibility("hidden"))) const char skein_fault_trap[];
asm(".pushsection .text\n"
    ".globl skein_fault_trap\n"
    ".hidden skein_fault_trap\n"
    "skein_fault_trap: int3\n"
    ".popsection\n");

namespace skein::runtime::signals {

namespace {

namespace next {
using Jump = void(__jmp_buf_tag*, int);
NextSymbol<Jump> longjmp("longjmp");
NextSymbol<Jump> underscore_longjmp("_longjmp");
NextSymbol<Jump> siglongjmp("siglongjmp");
NextSymbol<Jump> checked_longjmp("__longjmp_chk");
}  // namespace next

Fault handed_over;  // on its way to the agent's stack

// How often one instruction may fault at one address, without a step in between.
constexpr std::uint32_t kMostInARow = 8;
struct Last {
  std::uint64_t pc = 0;
  const void* address = nullptr;
  std::uint32_t position = 0;
  std::uint32_t agent = 0;
  std::uint32_t count = 0;
};
Last last;

bool is_in_a_row(std::uint64_t pc, const void* address) {
  const Last now{pc, address, g.position, g.current->id.value, last.count + 1};
  const bool is_same = last.pc == pc && last.address == address && last.position == now.position &&
                       last.agent == now.agent;
  last = now;
  if (!is_same) last.count = 0;
  return last.count >= kMostInARow;
}

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

// Where the stack will be after the jump. glibc hides it by the thread's guard.
const void* stack_after(const __jmp_buf_tag& target) {
  constexpr int kStackPointer = 6;
  auto value = static_cast<std::uint64_t>(target.__jmpbuf[kStackPointer]);
  asm("rorq $17, %0\n\txorq %%fs:0x30, %0" : "+r"(value));
  return reinterpret_cast<const void*>(value);
}

// The jump may leave handlers of faults. (The mask that it restores is the one before the fault,
// unless the program has changed it after its sigsetjmp.)
void note_jump(const __jmp_buf_tag& target) {
  if (is_off()) return;
  Thread& me = current();
  if (me.fault == nullptr) return;
  const void* const stack = stack_after(target);
  while (me.fault != nullptr && me.fault->frame < stack) {
    if (target.__mask_was_saved != 0) me.mask = me.fault->mask;
    me.handler = me.fault->handler;
    me.fault = me.fault->outer;
  }
}

}  // namespace

bool hand_over(int signal, const siginfo_t& info, void* context, const Wrong& wrong,
               std::uint64_t place) {
  if (!is_fault(signal) || fate_of(signal) != Fate::Handled) return false;
  const Thread& me = current();
  if ((me.mask & bit(signal)) != 0 || wrong.code == ViolationCode::StackOverflow) return false;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<std::uint64_t>(registers[REG_RIP]);
  if (call_stacks::is_ours(pc) || is_in_a_row(pc, info.si_addr)) return false;
  g.channel->run.has_handled_fault = true;
  handed_over = Fault{signal, info, pc, wrong, place, me.mask, me.handler, nullptr, me.fault};
  registers[REG_RIP] = reinterpret_cast<greg_t>(skein_fault_trap);
  return true;
}

bool on_trap(void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (registers[REG_RIP] != reinterpret_cast<greg_t>(skein_fault_trap) + 1) return false;
  Fault fault = handed_over;
  fault.frame = __builtin_frame_address(0);
  registers[REG_RIP] = static_cast<greg_t>(fault.pc);
  spins::note_change();
  current().fault = &fault;
  act_on_fault(fault.signal, fault.info, context, reinterpret_cast<const void*>(fault.place));
  current().fault = fault.outer;
  return true;
}

void end_in_handler() {
  const Fault* const fault = current().fault;
  if (fault != nullptr) violate(fault->wrong, reinterpret_cast<const void*>(fault->place));
}

}  // namespace skein::runtime::signals

namespace sg = skein::runtime::signals;

extern "C" {

// glibc has one function under all these names; the last one checks the stack.
void longjmp(__jmp_buf_tag* target, int value) noexcept {
  sg::note_jump(*target);
  sg::next::longjmp(target, value);
  __builtin_unreachable();
}
void _longjmp(__jmp_buf_tag* target, int value) noexcept {
  sg::note_jump(*target);
  sg::next::underscore_longjmp(target, value);
  __builtin_unreachable();
}
void siglongjmp(__jmp_buf_tag* target, int value) noexcept {
  sg::note_jump(*target);
  sg::next::siglongjmp(target, value);
  __builtin_unreachable();
}
[[noreturn]] void __longjmp_chk(__jmp_buf_tag* target, int value) noexcept {
  sg::note_jump(*target);
  sg::next::checked_longjmp(target, value);
  __builtin_unreachable();
}

}  // extern "C"
