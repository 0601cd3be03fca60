// SPDX-License-Identifier: Apache-2.0
// Asynchronous signals: from outside (--signals), once each, and from timers that were made to send
// them.
//
// Such a signal may come at any moment. As with timers that are read (timers.hpp), the thread that
// would notice decides:
// - A thread that waits for signals (sigwait, sigsuspend and their relatives) wakes up by itself,
//   as from a timed wait, and finds the signal pending.
// - A thread that has a handler for the signal and does not block it may run the handler before
//   each of its operations: a choice of that thread alone. Only if it chooses so there is a step on
//   the pending signals. Another thread may have got the signal before; then the run is given up,
//   for the other choice leads to all that comes after.
// A signal whose default action ends the process is not sent to a thread that does not wait for it:
// the process would end there, and everything until then is explored without it.
#pragma once

#include "runtime/intercept/signals/signal_state.hpp"
#include "runtime/sched/run_control.hpp"

namespace skein::runtime::signals {

// Whether some signal may come by itself. (What visit looks at first.)
extern bool has_sources;

void begin_run();
extern std::uint32_t run_number;  // counts them

// The signals that have handlers.
[[nodiscard]] Set handled();
// The signals that may come now, for threads that wait for them.
[[nodiscard]] Set coming();
// One of them comes, and is pending from here on. In a step on the object of signals.
void come(int signal);

// Before the operation: the current thread may be interrupted by a handler. Returns whether it was.
bool interrupt(const Request& request);
// interrupt() before a call that is about to begin.
bool at_call(const void* site);

// A wait for something else, on another object than that of signals: the number of signals that may
// interrupt it, by the thread's own past; and one of them does. None: it has gone elsewhere.
enum class Interruption : std::uint8_t { None, Restarts, Ends };
[[nodiscard]] std::uint32_t count_interruptions(AgentId thread);
Interruption interrupt_wait(std::uint32_t which, const void* site);

// Whether the thread could be interrupted at all, so that its wait for something else is not for
// ever.
[[nodiscard]] bool may_be_interrupted(AgentId thread);

// A timer that sends a signal: it is armed for the current thread, or disarmed (time 0).
struct SignalTimer {
  bool is_used = false;
  bool is_armed = false;
  bool sends = false;  // a signal
  int signal = 0;
  AgentId armed_by;
  const void* site = nullptr;  // where it was armed
  std::uint64_t due = 0;
  std::uint64_t interval = 0;
  int interruptions = 0;  // that it may still make
};
void arm(SignalTimer& timer, std::uint64_t time, std::uint64_t interval, const void* site);

inline constexpr int kMostSignalTimers = 16;
extern SignalTimer signal_timers[kMostSignalTimers];
// Begins to use this one, for the rest of the run.
SignalTimer& use_timer(int index, int signal);

}  // namespace skein::runtime::signals
