// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/crash.hpp"

#include <cstdint>
#include <link.h>
#include <signal.h>
#include <ucontext.h>

#include "runtime/boot/fork_server.hpp"
#include "runtime/foreign/breakpoints.hpp"
#include "runtime/foreign/dispatched_calls.hpp"
#include "runtime/foreign/guarded_words.hpp"
#include "runtime/intercept/signals/faults.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/observe/call_stacks.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/sched/message_text.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/snapshot/run_snapshots.hpp"

namespace skein::runtime {

namespace {

// The explorer sends this signal when nothing has happened for too long.
constexpr int kTooLong = SIGXCPU;
constexpr std::size_t kStackSize = 1U << 16U;
constexpr std::size_t kGuard = 1U << 16U;

const char* signal_name(int signal) {
  switch (signal) {
    case SIGSEGV: return "segmentation fault";
    case SIGBUS: return "bus error";
    case SIGFPE: return "arithmetic exception";
    case SIGILL: return "illegal instruction";
    case SIGTRAP: return "trap";
    case SIGABRT: return "abort";
    default: return "signal";
  }
}

// The program itself and our own runtime; a library is not safe to leave in mid-call.
bool is_safe_to_leave(std::uint64_t pc) {
  const channel::ModuleRecord* const module = module_of(pc);
  if (module == nullptr) return true;  // a wild jump
  const auto* const ours = reinterpret_cast<const void*>(&signal_name);
  return module->path[0] == '\0' || module == module_of(ours);
}

// The place of the current agent's last operation.
std::uint64_t last_operation() {
  const SiteId site = g.current->site;
  return site.is_none() ? 0 : g.channel->sites.records[site.index()];
}

// The explorer asks because there was no step for a while. Before the time limit, the answer is yes
// only for code that is already known not to end.
bool is_endless() {
  channel::Channel& c = *g.channel;
  const std::uint64_t place = last_operation();
  for (std::uint32_t i = 0; i < c.endless_count; ++i) {
    if (c.endless[i] == place) return true;
  }
  if (!c.is_too_long.load(std::memory_order_relaxed)) return false;
  if (c.endless_count < channel::kMaxEndless) c.endless[c.endless_count++] = place;
  return true;
}

// The place to report: if `pc` is in our own code, the place in the program that led there.
std::uint64_t place_in_program(std::uint64_t pc) {
  if (!call_stacks::is_ours(pc)) return pc + 1;
  const std::uint64_t caller = call_stacks::innermost_of_program();
  return caller != 0 ? caller : last_operation();
}

// Whether the signal is how we stop at instructions, and the program goes on.
bool is_of_foreign_code(int signal, const siginfo_t& info, void* context) {
  switch (signal) {
    case SIGTRAP:
      return signals::on_trap(context) || foreign::on_breakpoint(context) ||
             foreign::guarded_words::on_trap(info, context);
    case SIGSEGV: return foreign::guarded_words::on_fault(info, context);
    case SIGSYS: return foreign::on_dispatched_call(info, context);
    default: return false;
  }
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (is_of_foreign_code(signal, *info, context)) return;
  if (signal == kTooLong && snapshots::pass_on(signal)) return;
  if (signal == kTooLong && call_stacks::defers_warning()) return;
  call_stacks::catch_crash();
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<std::uint64_t>(registers[REG_RIP]);
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  if (g.mode != Mode::Running && g.mode != Mode::Solo) {
    if (signal == kTooLong) {
      pass_to_child(signal);
      return;
    }
    // Between two runs: the last run left memory that cannot be reset. A new executor can continue.
    if (g.channel->begun.load(std::memory_order_relaxed) != 0) syscalls::exit_process(4);
    Text<128> message;
    message << signal_name(signal) << " before main or in the runtime, at pc ";
    message.hex(pc) << ", address ";
    message.hex(address);
    give_up(message.c_str());
  }
  if (signal == kTooLong && !is_endless()) return;
  const Slot& slot = tls[g.current->id.value];
  Wrong wrong(ViolationCode::SignalAtAddress);
  if (signal == kTooLong) {
    wrong.code = ViolationCode::TooLongWithoutStep;
  } else if (signal == SIGFPE) {
    wrong.code = info->si_code == FPE_INTDIV ? ViolationCode::IntegerDivisionByZero
                                             : ViolationCode::ArithmeticException;
  } else if (address + kGuard >= reinterpret_cast<std::uint64_t>(slot.stack_low) &&
             address < reinterpret_cast<std::uint64_t>(slot.stack_low) + 4096) {
    wrong.code = ViolationCode::StackOverflow;
  } else {
    wrong.with(static_cast<std::uint64_t>(signal)).with(address);
  }
  const std::uint64_t place = place_in_program(pc);
  if (signals::hand_over(signal, *info, context, wrong, place)) return;
  note_violation(wrong, reinterpret_cast<const void*>(place));
  if (g.mode == Mode::Running && !is_safe_to_leave(pc)) lose_run();
  halt_current();
}

}  // namespace

void catch_crashes() {
  void* memory = map_private(kStackSize);
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = kStackSize;
  syscalls::call(SYS_sigaltstack, syscalls::as_long(&stack), 0);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, kTooLong}) {
    foreign::handle_signal(signal, &on_signal, SA_SIGINFO | SA_ONSTACK | SA_NODEFER);
  }
  // On the agent's own stack: an instruction of foreign code waits there for its turn, and others
  // run meanwhile (foreign/breakpoints.hpp). The kernel saves all registers in its frame.
  foreign::handle_signal(SIGTRAP, &on_signal, SA_SIGINFO | SA_NODEFER);
}

}  // namespace skein::runtime
