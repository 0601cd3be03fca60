// SPDX-License-Identifier: Apache-2.0
// Signals that the program sends: to the own thread, to another thread, to the own process.
//
// One to the own thread (raise, pthread_kill of itself, kill while there is no other) runs the
// handler before the call returns, as POSIX asks, or stays pending. One to another thread, or to
// the process, is a step: it stays pending until a thread takes it in a wait (signal_waits.cpp) or
// unblocks it.
//
// A thread that does not block the signal, and does not wait for it, would run the handler at any
// moment. That is refused by name. What matters is every thread that has run so far: one that has
// ended meanwhile might as well have got the signal, and the two orders must not differ.
#include <cerrno>
#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/signals/signal_sets.hpp"
#include "runtime/intercept/signals/signal_state.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/tls.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::signals {

namespace {

namespace next {
NextSymbol<int(int)> raise("raise");
NextSymbol<int(pid_t, int)> kill("kill");
NextSymbol<int(pthread_t, int)> pthread_kill("pthread_kill");
}  // namespace next

constexpr int kFirstRealTime = 32;  // the first two are libc's own

constexpr const char* kAtAnyMoment =
    "a signal to another thread that neither blocks it nor waits for it";

bool blocks(const Thread& thread, int signal) {
  return ((thread.mask & ~kNotBlockable) & bit(signal)) != 0;
}

bool waits_for(const Thread& thread, int signal) {
  return (thread.awaited & bit(signal)) != 0 || (thread.is_suspended && !blocks(thread, signal));
}

// Ends the sleep of this agent if the signal is one that it waits for.
void wake(Agent& a, int signal) {
  if (a.is_woken || !waits_for(threads[a.id.index()], signal)) return;
  a.is_woken = true;
  if (a.op.kind == OpKind::FutexResume) a.enabler = current_step();
}

// The process ends by the signal, if a thread that does not block it is there to get it.
void end_process(bool is_certain, int signal, const void* site) {
  if (!is_certain) refuse(kAtAnyMoment, site);
  violate(Wrong(ViolationCode::RaisesSignal).with(static_cast<std::uint64_t>(signal)), site);
}

// A signal that is pending already does not become pending twice; but real-time signals are queued.
void make_pending(Set& pending, int signal, const void* site) {
  const bool is_queued = signal >= kFirstRealTime && (pending & bit(signal)) != 0;
  if (is_queued) refuse("a real-time signal that is pending already", site);
  pending |= bit(signal);
  signal_sets::update();
}

// `pending`: where it stays if the thread blocks it.
void send_to_self(Set& pending, int signal, const void* site) {
  refuse_if_left(site);
  shared_state::use_signal_actions(shared_state::kObserves, site);
  if (blocks(current(), signal)) {
    make_pending(pending, signal, site);
  } else {
    act(signal, site);
  }
}

void begin_send(const void* site) {
  refuse_if_left(site);
  shared_state::note_signal_traffic();
  visit(Request{.kind = OpKind::FutexWake, .first = object(), .site = site});
  spins::note_change();
}

void send_to_thread(Agent& other, int signal, const void* site) {
  begin_send(site);
  g.step->value = signal;
  Thread& it = threads[other.id.index()];
  if (!blocks(it, signal) && !waits_for(it, signal)) {
    const Fate fate = fate_of(signal);
    if (fate == Fate::Ignored) return;
    if (fate == Fate::Ends) end_process(other.life == Agent::Life::Active, signal, site);
    refuse(kAtAnyMoment, site);
  }
  make_pending(it.pending, signal, site);
  races::on_released();
  wake(other, signal);
}

// How the threads of the process stand to a signal.
struct Takers {
  bool has_self = false;     // the sender does not block it
  bool has_waiting = false;  // a thread waits for it
  bool has_others = false;   // another thread does not block it, or did not
  bool has_live = false;     // one of these still runs
};

Takers takers_of(int signal) {
  Takers found;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const Agent& a = g.agents[g.run_agents[i]];
    const Thread& thread = threads[a.id.index()];
    if (waits_for(thread, signal)) {
      found.has_waiting = true;
    } else if (!blocks(thread, signal)) {
      (&a == g.current ? found.has_self : found.has_others) = true;
      found.has_live |= a.life == Agent::Life::Active;
    }
  }
  return found;
}

void send_to_process(int signal, const void* site) {
  begin_send(site);
  g.step->value = signal;
  const Takers takers = takers_of(signal);
  const bool is_free = takers.has_self || takers.has_others;
  const Fate fate = fate_of(signal);
  // As in Linux, the first thread decides whether a signal that is ignored is kept.
  if (fate == Fate::Ignored && !takers.has_waiting && !blocks(threads[0], signal)) return;
  if (is_free && fate == Fate::Ends) end_process(takers.has_live, signal, site);
  if (is_free && fate == Fate::Handled) {
    if (takers.has_others || takers.has_waiting) refuse(kAtAnyMoment, site);
    act(signal, site);
    return;
  }
  make_pending(process_pending, signal, site);
  races::on_released();
  wake_waiting(signal);
}

AgentId own_id() { return g.current == nullptr ? AgentId{0U} : g.current->id; }

}  // namespace

void wake_waiting(int signal) {
  for (std::uint32_t i = 0; i < g.live_count; ++i) wake(g.agents[g.live[i]], signal);
}

bool is_open_to_others(int signal) { return takers_of(signal).has_others; }

int send_to(AgentId thread, int signal, const void* site) {
  if (signal != 0 && !is_signal(signal)) return EINVAL;
  if (thread == own_id() || !is_running()) {
    if (signal != 0) send_to_self(current().pending, signal, site);
    return 0;
  }
  // Whether another thread has ended is not to be found out by a signal: it is there, as in libc
  // until it is joined.
  const bool is_known =
      thread.value < tls.count() && g.agents[thread.index()].life != Agent::Life::Absent;
  if (!is_known) refuse("a signal to something that is not a thread", site);
  if (signal != 0) send_to_thread(g.agents[thread.index()], signal, site);
  return 0;
}

}  // namespace skein::runtime::signals

namespace rt = skein::runtime;
namespace sg = skein::runtime::signals;

extern "C" {

int raise(int signal) noexcept {
  if (rt::is_off()) return sg::next::raise(signal);
  if (signal == 0) return 0;
  if (!sg::is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  sg::send_to_self(sg::current().pending, signal, __builtin_return_address(0));
  return 0;
}

int pthread_kill(pthread_t thread, int signal) noexcept {
  if (rt::is_off()) return sg::next::pthread_kill(thread, signal);
  const std::uint32_t index = rt::tls.find(reinterpret_cast<const void*>(thread));
  const bool is_self = pthread_equal(thread, pthread_self()) != 0;
  return sg::send_to(is_self ? sg::own_id() : skein::AgentId{index}, signal,
                     __builtin_return_address(0));
}

int kill(pid_t process, int signal) noexcept {
  if (rt::is_off()) return sg::next::kill(process, signal);
  const void* const site = __builtin_return_address(0);
  if (process != getpid()) rt::refuse("kill of another process", site);
  if (signal == 0) return 0;
  if (!sg::is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  // Before the first thread is created, and after the last has ended, there is no other to take it.
  if (rt::is_running() && rt::g.run_agent_count > 1) {
    sg::send_to_process(signal, site);
  } else {
    sg::send_to_self(sg::process_pending, signal, site);
  }
  return 0;
}

}  // extern "C"
