// SPDX-License-Identifier: Apache-2.0
// What is known of signals: actions, masks, pending signals, waiting threads. For the files
// signals.cpp, signal_sends.cpp, signal_waits.cpp and signal_variants.cpp.
//
// All of it is one object, "the signals". Sends and waits are steps on it; changes of actions and
// masks become steps once another thread could notice them (shared_state.hpp).
#pragma once

#include <cstdint>
#include <signal.h>

#include "core/ids.hpp"
#include "protocol/channel.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::signals {

inline constexpr int kSignals = 65;  // from 1 on

using Set = std::uint64_t;  // signal n is bit n - 1

inline Set bit(int signal) { return Set{1} << (signal - 1); }
inline bool is_signal(int signal) { return signal > 0 && signal < kSignals; }
inline int first_of(Set set) { return __builtin_ctzll(set) + 1; }
inline std::uint32_t size_of(Set set) {
  return static_cast<std::uint32_t>(__builtin_popcountll(set));
}
inline int nth_of(Set set, std::uint32_t n) {
  for (; n > 0; --n) set &= set - 1;
  return first_of(set);
}

// A set as the program has it: we need the first word.
inline Set set_of(const sigset_t& set) { return set.__val[0]; }
inline sigset_t sigset_of(Set set) {
  sigset_t result{};
  result.__val[0] = set;
  return result;
}

inline constexpr Set kNotBlockable = Set{1} << (SIGKILL - 1) | Set{1} << (SIGSTOP - 1);

struct Fault;

struct Thread {
  Set mask = 0;
  Set pending = 0;                // sent to this thread
  Set awaited = 0;                // asleep: the signals that sigwait would take
  bool is_suspended = false;      // asleep in sigsuspend or pause: a handler ends the sleep
  Set gone = 0;                   // from outside: those that cannot come to this thread any more
  stack_t stack{};                // as the program has set it; it is not used
  const void* handler = nullptr;  // the frame that runs a handler; null: none does
  Fault* fault = nullptr;         // whose handler it runs (faults.hpp)
};

extern struct sigaction actions[kSignals];
extern Thread threads[channel::kMaxAgents];
extern Set process_pending;  // sent to the process, and not taken by any thread yet

inline Thread& current() { return threads[g.current == nullptr ? 0 : g.current->id.index()]; }

// What happens to a thread that gets the signal and does not block it.
enum class Fate : std::uint8_t { Ignored, Handled, Ends };
[[nodiscard]] Fate fate_of(int signal);

// The object that stands for all of this.
[[nodiscard]] ObjectId object();

// Whether the program may change what the signal does; sets errno if not.
[[nodiscard]] bool can_change(int signal);

// What a handler or a wait is told of the signal.
[[nodiscard]] siginfo_t info_of(int signal);

// The current thread has this pending signal from here on, and has seen what its sender did before.
void take(int signal);
// The current thread gets the signal, which it does not block.
void act(int signal, const void* site);
// The current thread runs its handler for a fault, with what the kernel says of it.
void act_on_fault(int signal, siginfo_t& info, void* context, const void* site);
// The current thread gets the pending signals that it does not block.
void deliver_pending(const void* site);

// sigaction, which returns the action before; sigprocmask, which returns an error number.
struct sigaction set_action(int signal, const struct sigaction* action, const void* site);
// set_action() for an action that is a function and flags; returns the function before.
sighandler_t set_handler(int signal, sighandler_t handler, int flags, const void* site);
int change_mask(int how, const sigset_t* set, sigset_t* old, const void* site);

// The current thread sends a signal (0: none) to a thread of the process. Returns an error number.
int send_to(AgentId thread, int signal, const void* site);
// Ends the sleep of those that wait for the signal.
void wake_waiting(int signal);
// Whether a thread other than the current one does not block it, or did not.
[[nodiscard]] bool is_open_to_others(int signal);
// The current thread sleeps with this mask until a handler has run: sigsuspend.
int suspend(Set mask, const void* site);

// Refuses a call by a thread that has jumped out of a handler.
void refuse_if_left(const void* site);

}  // namespace skein::runtime::signals
