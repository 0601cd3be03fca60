// SPDX-License-Identifier: Apache-2.0
// Faults (SIGSEGV, SIGBUS, SIGFPE, SIGILL) for which the program has a handler: collectors look for
// the ends of stacks in this way, and others protect pages to learn who writes to them.
//
// The handler runs on the agent's own stack, with the registers of the fault. The program has dealt
// with the fault if its handler returns and the agent goes on, or if the handler jumps out. If the
// process ends in the handler, or the same instruction faults again and again, the fault is a
// crash.
#pragma once

#include <cstdint>
#include <signal.h>

#include "runtime/intercept/signals/signal_state.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime::signals {

// A fault whose handler runs. It lies on the agent's stack.
struct Fault {
  int signal = 0;
  siginfo_t info{};
  std::uint64_t pc = 0;
  Wrong wrong = ViolationCode::SignalAtAddress;  // the crash that it would be
  std::uint64_t place = 0;                       // to report
  Set mask = 0;                                  // of the agent, when it came
  const void* handler = nullptr;                 // Thread::handler, likewise
  const void* frame = nullptr;                   // of the function that runs the handler
  Fault* outer = nullptr;                        // in whose handler it came
};

// In the handler of the kernel's signal: if the program has a handler for the fault, the agent
// continues there once this signal returns.
bool hand_over(int signal, const siginfo_t& info, void* context, const Wrong& wrong,
               std::uint64_t place);
// Whether the trap is how such an agent continues; then the program's handler has run. REQUIRES:
// called on the agent's own stack.
bool on_trap(void* context);

// The current agent is about to end the process. Does not return if it does so in the handler of a
// fault: then that is a crash.
void end_in_handler();

}  // namespace skein::runtime::signals
