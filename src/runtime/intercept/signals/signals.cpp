// SPDX-License-Identifier: Apache-2.0
// Signals: actions, masks, and the handlers that run.
//
// The kernel knows none of this: actions and masks are recorded. A handler runs on the stack of the
// thread that gets the signal, and its operations are steps of that thread. The actions and masks
// are state of the process, so their uses become steps where threads affect each other through them
// (shared_state.hpp). Sending is in signal_sends.cpp, waiting in signal_waits.cpp.
//
// Refused by name: jumps out of a handler, after which we would not know the mask.
//
// Handlers of faults (SIGSEGV and its relatives) are in faults.cpp.
#include "runtime/intercept/signals/signals.hpp"

#include <cerrno>
#include <cstdint>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/signals/faults.hpp"
#include "runtime/intercept/signals/signal_sets.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/intercept/signals/signal_state.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime::signals {

namespace {

namespace next {
NextSymbol<int(int, const struct sigaction*, struct sigaction*)> sigaction("sigaction");
NextSymbol<sighandler_t(int, sighandler_t)> signal("signal");
NextSymbol<int(int, const sigset_t*, sigset_t*)> sigprocmask("sigprocmask");
NextSymbol<int(int, const sigset_t*, sigset_t*)> pthread_sigmask("pthread_sigmask");
NextSymbol<int(sigset_t*)> sigpending("sigpending");
NextSymbol<int(const stack_t*, stack_t*)> sigaltstack("sigaltstack");
}  // namespace next

// What constructors have set, with which every run begins.
struct sigaction first_actions[kSignals];
bool have_actions_changed = false;  // since the last reset
Set first_mask = 0;

bool is_before_main() { return g.mode == Mode::Early; }

bool is_function(const struct sigaction& action) {
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

[[gnu::noinline]] void run_handler(int signal, const struct sigaction& action, siginfo_t& info,
                                   void* context, const void* site) {
  Thread& me = current();
  const Set mask = me.mask;
  const void* const outer = me.handler;
  me.mask |= set_of(action.sa_mask) & ~kNotBlockable;
  if ((action.sa_flags & SA_NODEFER) == 0) me.mask |= bit(signal);
  me.handler = __builtin_frame_address(0);
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(signal, &info, context);
  } else {
    action.sa_handler(signal);
  }
  me.handler = outer;
  shared_state::use_signal_masks(shared_state::kChanges, site);
  me.mask = mask;
}

}  // namespace

struct sigaction actions[kSignals];
Thread threads[channel::kMaxAgents];
Set process_pending = 0;

Fate fate_of(int signal) {
  const struct sigaction& action = actions[signal];
  if (is_function(action)) return Fate::Handled;
  const bool is_ignored = action.sa_handler == SIG_IGN || is_ignored_by_default(signal);
  return is_ignored ? Fate::Ignored : Fate::Ends;
}

ObjectId object() {
  return g.interner.object(channel::ObjectClass::Library,
                           channel::word_of_state(shared_state::signals_state()));
}

// Stacks grow downwards: a frame that is not below the current one has been left.
void refuse_if_left(const void* site) {
  const Thread& me = current();
  if (me.handler == nullptr || __builtin_frame_address(0) < me.handler) return;
  refuse("a jump out of a signal handler", site);
}

bool can_change(int signal) {
  if (is_signal(signal) && (kNotBlockable & bit(signal)) == 0) return true;
  errno = EINVAL;
  return false;
}

siginfo_t info_of(int signal) {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = SI_TKILL;
  info.si_pid = getpid();
  info.si_uid = getuid();
  return info;
}

// Some handlers are for one signal only.
void use_up_handler(int signal, const struct sigaction& action) {
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) == 0) return;
  actions[signal].sa_handler = SIG_DFL;
  have_actions_changed = true;
}

// The current step need not be on the signals' object: a change of the mask is a step on it only
// once the signals are known to be shared (shared_state.hpp).
void take(int signal) {
  Thread& me = current();
  Set& from = (me.pending & bit(signal)) != 0 ? me.pending : process_pending;
  from &= ~bit(signal);
  signal_sets::update();
  races::on_acquired(object());
}

void act(int signal, const void* site) {
  const struct sigaction action = actions[signal];
  const Fate fate = fate_of(signal);
  if (fate == Fate::Ignored) return;
  if (fate == Fate::Ends) {
    end_in_handler();
    violate(Wrong(ViolationCode::RaisesSignal).with(static_cast<std::uint64_t>(signal)), site);
  }
  use_up_handler(signal, action);
  siginfo_t info = info_of(signal);
  ucontext_t context{};
  run_handler(signal, action, info, &context, site);
  deliver_pending(site);
}

void act_on_fault(int signal, siginfo_t& info, void* context, const void* site) {
  const struct sigaction action = actions[signal];
  use_up_handler(signal, action);
  run_handler(signal, action, info, context, site);
  deliver_pending(site);
}

void deliver_pending(const void* site) {
  for (int signal = 1; signal < kSignals; ++signal) {
    Thread& me = current();
    const Set deliverable = (me.pending | process_pending) & ~me.mask;
    if ((deliverable & bit(signal)) == 0) continue;
    take(signal);
    act(signal, site);
  }
}

struct sigaction set_action(int signal, const struct sigaction* action, const void* site) {
  refuse_if_left(site);
  shared_state::use_signal_actions(
      action == nullptr ? shared_state::kObserves : shared_state::kObservesAndChanges, site);
  const struct sigaction old = actions[signal];
  if (action == nullptr) return old;
  actions[signal] = *action;
  have_actions_changed = true;
  if (is_before_main()) first_actions[signal] = *action;
  if (is_function(*action)) g.channel->has_signal_handler = true;
  return old;
}

sighandler_t set_handler(int signal, sighandler_t handler, int flags, const void* site) {
  if (!can_change(signal)) return SIG_ERR;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  return set_action(signal, &action, site).sa_handler;
}

int change_mask(int how, const sigset_t* set, sigset_t* old, const void* site) {
  refuse_if_left(site);
  if (set != nullptr) shared_state::use_signal_masks(shared_state::kChanges, site);
  Set& mask = current().mask;
  accesses::read(set, sizeof(*set), site);
  accesses::put(old, sigset_of(mask), site);
  if (set == nullptr) return 0;
  const Set given = set_of(*set) & ~kNotBlockable;
  switch (how) {
    case SIG_BLOCK: mask |= given; break;
    case SIG_UNBLOCK: mask &= ~given; break;
    case SIG_SETMASK: mask = given; break;
    default: return EINVAL;
  }
  if (is_before_main()) first_mask = mask;
  deliver_pending(site);
  return 0;
}

void reset() {
  if (have_actions_changed) {
    for (int signal = 0; signal < kSignals; ++signal) actions[signal] = first_actions[signal];
  }
  have_actions_changed = false;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) threads[g.run_agents[i]] = Thread{};
  threads[0] = Thread{};
  threads[0].mask = first_mask;
  process_pending = 0;
}

void inherit(AgentId creator, AgentId child) {
  threads[child.index()] = Thread{};
  threads[child.index()].mask = threads[creator.index()].mask;
  threads[child.index()].gone = threads[creator.index()].gone;
}

void set_first_mask(AgentId child, const sigset_t& mask) {
  threads[child.index()].mask = set_of(mask) & ~kNotBlockable;
}

bool would_interrupt(const sigset_t* mask) {
  if (mask == nullptr) return false;
  const Set unblocked = current().mask & ~set_of(*mask);
  for (int signal = 1; signal < kSignals; ++signal) {
    if ((unblocked & bit(signal)) != 0 && fate_of(signal) == Fate::Handled) return true;
  }
  return false;
}

}  // namespace skein::runtime::signals

namespace rt = skein::runtime;
namespace sg = skein::runtime::signals;

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  if (rt::is_off()) return sg::next::sigaction(signal, action, old);
  const void* const site = __builtin_return_address(0);
  rt::accesses::read(action, sizeof(*action), site);
  const bool can_change = signal != SIGKILL && signal != SIGSTOP;
  if (!sg::is_signal(signal) || (action != nullptr && !can_change)) {
    errno = EINVAL;
    return -1;
  }
  rt::accesses::put(old, sg::set_action(signal, action, site), site);
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (rt::is_off()) return sg::next::signal(number, handler);
  return sg::set_handler(number, handler, SA_RESTART, __builtin_return_address(0));
}

int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (rt::is_off()) return sg::next::sigprocmask(how, set, old);
  const int error = sg::change_mask(how, set, old, __builtin_return_address(0));
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (rt::is_off()) return sg::next::pthread_sigmask(how, set, old);
  return sg::change_mask(how, set, old, __builtin_return_address(0));
}

int sigpending(sigset_t* set) noexcept {
  if (rt::is_off()) return sg::next::sigpending(set);
  const void* const site = __builtin_return_address(0);
  if (sg::coming() != 0) rt::refuse("sigpending while a signal may come by itself", site);
  rt::shared_state::use_signal_masks(rt::shared_state::kObserves, site);
  rt::accesses::put(set, sg::sigset_of(sg::current().pending | sg::process_pending), site);
  return 0;
}

int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  if (rt::is_off()) return sg::next::sigaltstack(stack, old);
  const void* const site = __builtin_return_address(0);
  stack_t& known = sg::current().stack;
  if (known.ss_sp == nullptr) known.ss_flags = SS_DISABLE;
  rt::accesses::read(stack, sizeof(*stack), site);
  rt::accesses::put(old, known, site);
  if (stack != nullptr) known = *stack;
  return 0;
}

}  // extern "C"
