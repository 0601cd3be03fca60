// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/signals/signal_sources.hpp"

#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/signals/signal_sets.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::signals {

bool has_sources = false;
std::uint32_t run_number = 0;
SignalTimer signal_timers[kMostSignalTimers];

namespace {

Set outside_left = 0;  // those from outside that have not come yet
bool uses_timers = false;

std::uint32_t count_values(const Agent& a) { return static_cast<std::uint32_t>(a.detail); }

// Operations that begin a call of the program, so that a handler can run before them. (Waits for
// descriptors and signals have their own places.)
bool begins_call(OpKind kind) {
  switch (kind) {
    case OpKind::MutexLock:
    case OpKind::MutexTryLock:
    case OpKind::MutexUnlock:
    case OpKind::RwReadLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwReadUnlock:
    case OpKind::RwWriteLock:
    case OpKind::RwTryWriteLock:
    case OpKind::RwWriteUnlock:
    case OpKind::CondWait:
    case OpKind::CondSignal:
    case OpKind::CondBroadcast:
    case OpKind::BarrierArrive:
    case OpKind::SemWait:
    case OpKind::SemTryWait:
    case OpKind::SemPost:
    case OpKind::SemGetValue:
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::ThreadCreate:
    case OpKind::ThreadJoin:
    case OpKind::ThreadExit:
    case OpKind::Yield: return true;
    default: return false;
  }
}

// What the thread knows, by its own past alone, that may interrupt it.
Set interruptions_of(AgentId id) {
  const Thread& thread = threads[id.index()];
  Set result = g.channel->settings.outside_signals & ~thread.gone;
  for (const SignalTimer& timer : signal_timers) {
    const bool is_own = timer.is_armed && timer.sends && timer.armed_by == id;
    if (is_own && timer.interruptions > 0) result |= bit(timer.signal);
  }
  return result & ~thread.mask;
}

// The signal goes to the thread that armed the timer. If others could get it as well, they would do
// so at any moment.
void check_taker(const SignalTimer& timer) {
  if (fate_of(timer.signal) != Fate::Handled) return;
  const Set blocked = threads[timer.armed_by.index()].mask;
  const bool is_own = timer.armed_by == g.current->id;
  const bool is_open = (blocked & bit(timer.signal)) == 0;
  if ((!is_own && is_open) || is_open_to_others(timer.signal)) {
    refuse("a timer that sends a signal which several threads do not block", timer.site);
  }
}

// The source of the signal has sent it. Returns false if there is none any more.
bool use_up(int signal) {
  for (SignalTimer& timer : signal_timers) {
    if (!timer.is_armed || !timer.sends || timer.signal != signal) continue;
    check_taker(timer);
    if (timer.interval == 0) timer.is_armed = false;
    --timer.interruptions;
    if (g.current->clock_ns < timer.due) g.current->clock_ns = timer.due;
    timer.due += timer.interval;
    return true;
  }
  const bool is_left = (outside_left & bit(signal)) != 0;
  outside_left &= ~bit(signal);
  return is_left;
}

// The handler must not leave traces in what we know of the caller's loop.
void run_in_between(int signal, const void* site) {
  const char* const frame = spins::caller_frame;
  act(signal, site);
  spins::caller_frame = frame;
  spins::note_change();
}

}  // namespace

Set handled() {
  Set result = 0;
  for (int signal = 1; signal < kSignals; ++signal) {
    if (fate_of(signal) == Fate::Handled) result |= bit(signal);
  }
  return result;
}

void begin_run() {
  ++run_number;
  outside_left = g.channel->settings.outside_signals;
  has_sources = outside_left != 0;
  if (!uses_timers) return;
  uses_timers = false;
  for (SignalTimer& timer : signal_timers) timer = SignalTimer{};
}

SignalTimer& use_timer(int index, int signal) {
  uses_timers = true;
  signal_timers[index] = SignalTimer{};
  signal_timers[index].is_used = true;
  signal_timers[index].signal = signal;
  return signal_timers[index];
}

Set coming() {
  Set result = outside_left;
  for (const SignalTimer& timer : signal_timers) {
    if (timer.is_armed && timer.sends) result |= bit(timer.signal);
  }
  return result;
}

void come(int signal) {
  static_cast<void>(use_up(signal));
  process_pending |= bit(signal);
  signal_sets::update();
  wake_waiting(signal);
}

bool interrupt(const Request& request) {
  if (!begins_call(request.kind) || g.current->section_depth > 0) return false;
  const AgentId me = g.current->id;
  const Set possible = interruptions_of(me) & handled();
  if (possible == 0) return false;
  const auto count = size_of(possible);
  const std::uint32_t choice = visit(Request{.kind = OpKind::Choose,
                                             .site = request.site,
                                             .detail = count + 1,
                                             .count_choices = &count_values});
  if (choice == 0) return false;
  const int signal = nth_of(possible, choice - 1);
  visit(Request{.kind = OpKind::FutexWake, .first = object(), .site = request.site});
  if (!use_up(signal)) block_current();
  threads[me.index()].gone |= g.channel->settings.outside_signals & bit(signal);
  run_in_between(signal, request.site);
  return true;
}

bool at_call(const void* site) {
  return has_sources && is_running() && interrupt(Request{.kind = OpKind::Yield, .site = site});
}

std::uint32_t count_interruptions(AgentId thread) {
  if (!has_sources) return 0;
  return size_of(interruptions_of(thread) & handled());
}

Interruption interrupt_wait(std::uint32_t which, const void* site) {
  const AgentId me = g.current->id;
  const int signal = nth_of(interruptions_of(me) & handled(), which);
  visit(Request{.kind = OpKind::FutexWake, .first = object(), .site = site});
  const bool has_come = use_up(signal);
  threads[me.index()].gone |= g.channel->settings.outside_signals & bit(signal);
  if (!has_come) return Interruption::None;
  const bool restarts = (actions[signal].sa_flags & SA_RESTART) != 0;
  run_in_between(signal, site);
  return restarts ? Interruption::Restarts : Interruption::Ends;
}

bool may_be_interrupted(AgentId thread) {
  return has_sources && (interruptions_of(thread) & coming() & handled()) != 0;
}

void arm(SignalTimer& timer, std::uint64_t time, std::uint64_t interval, const void* site) {
  refuse_if_left(site);
  shared_state::note_signal_traffic();
  visit(Request{.kind = OpKind::FutexWake, .first = object(), .site = site});
  const AgentId me = g.current->id;
  const bool is_of_other = timer.is_armed && timer.armed_by != me;
  if (is_of_other && fate_of(timer.signal) == Fate::Handled) {
    refuse("a timer that sends a signal and is set by two threads", site);
  }
  timer.is_armed = time > 0;
  timer.sends = true;
  timer.armed_by = me;
  timer.site = site;
  timer.interval = interval;
  timer.due = g.current->clock_ns + time;
  constexpr int kFewTimes = 2;  // a timer that goes on; waits for it are not limited
  timer.interruptions = interval > 0 ? kFewTimes : 1;
  if (!timer.is_armed) return;
  has_sources = true;
  // A handler may run inside a section, and a section that is not a step would never let it.
  if (lock_sections::is_on) lock_sections::give_up();
  g.channel->has_signal_handler = true;
  races::on_released();
  wake_waiting(timer.signal);
  signal_sets::note_source();
}

}  // namespace skein::runtime::signals
