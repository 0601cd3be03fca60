// SPDX-License-Identifier: Apache-2.0
// Signals that a program sends to itself, handlers and masks.
//
// The kernel knows none of this: actions and masks are recorded, and a signal that a thread sends
// to itself (raise, pthread_kill of its own thread, kill of its own process while it has one
// thread) runs the handler at once, as POSIX asks, or stays pending until the thread unblocks it.
// The handler's operations are steps of that thread. No signal comes from outside: if the program
// has installed a handler, the verdict says so. The actions belong to the process, so their uses
// become steps where threads affect each other through them (shared_state.hpp).
//
// Refused by name: signals to other threads, waits for signals, timers that send them
// (unsupported.cpp), and jumps out of a handler, after which we would not know the mask.
//
// A fault (SIGSEGV and its relatives) is a finding, whether the program has a handler for it or
// not.
#include "runtime/intercept/signals.hpp"

#include <cerrno>
#include <cstdint>
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/shared_state.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

NextSymbol<int(int)> real_raise("raise");
NextSymbol<int(pid_t, int)> real_kill("kill");
NextSymbol<int(pthread_t, int)> real_pthread_kill("pthread_kill");
NextSymbol<int(int, const struct sigaction*, struct sigaction*)> real_sigaction("sigaction");
NextSymbol<sighandler_t(int, sighandler_t)> real_signal("signal");
NextSymbol<int(int, const sigset_t*, sigset_t*)> real_sigprocmask("sigprocmask");
NextSymbol<int(int, const sigset_t*, sigset_t*)> real_pthread_sigmask("pthread_sigmask");
NextSymbol<int(sigset_t*)> real_sigpending("sigpending");
NextSymbol<int(const stack_t*, stack_t*)> real_sigaltstack("sigaltstack");

constexpr int kSignals = 65;  // from 1 on

using Set = std::uint64_t;  // signal n is bit n - 1

Set bit(int signal) { return Set{1} << (signal - 1); }
bool is_signal(int signal) { return signal > 0 && signal < kSignals; }

// A set as the program has it: we need the first word.
Set set_of(const sigset_t& set) { return set.__val[0]; }
sigset_t sigset_of(Set set) {
  sigset_t result{};
  result.__val[0] = set;
  return result;
}

constexpr Set kNotBlockable = Set{1} << (SIGKILL - 1) | Set{1} << (SIGSTOP - 1);

struct Thread {
  Set mask = 0;
  Set pending = 0;
  stack_t stack{};                // as the program has set it; it is not used
  const void* handler = nullptr;  // the frame that runs a handler; null: none does
};

struct sigaction actions[kSignals];
Thread threads[channel::kMaxAgents];

// What constructors have set, with which every run begins.
struct sigaction first_actions[kSignals];
Set first_mask = 0;

bool is_before_main() { return g.mode == Mode::Early; }

Thread& current() { return threads[g.current == nullptr ? 0 : g.current->id.index()]; }

bool is_function(const struct sigaction& action) {
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

// Stacks grow downwards: a frame that is not below the current one has been left.
void refuse_if_left(const void* site) {
  const Thread& me = current();
  if (me.handler == nullptr || __builtin_frame_address(0) < me.handler) return;
  refuse("a jump out of a signal handler", site);
}

bool is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH || signal == SIGCONT;
}

void deliver_pending(const void* site);

[[gnu::noinline]] void run_handler(int signal, const struct sigaction& action) {
  Thread& me = current();
  const Set mask = me.mask;
  const void* const outer = me.handler;
  me.mask |= set_of(action.sa_mask) & ~kNotBlockable;
  if ((action.sa_flags & SA_NODEFER) == 0) me.mask |= bit(signal);
  me.handler = __builtin_frame_address(0);
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_TKILL;
    info.si_pid = getpid();
    info.si_uid = getuid();
    ucontext_t context{};
    action.sa_sigaction(signal, &info, &context);
  } else {
    action.sa_handler(signal);
  }
  me.handler = outer;
  me.mask = mask;
}

void act(int signal, const void* site) {
  const struct sigaction action = actions[signal];
  if (action.sa_handler == SIG_IGN) return;
  if (action.sa_handler == SIG_DFL) {
    if (is_ignored_by_default(signal)) return;
    violate(Wrong(ViolationCode::RaisesSignal).with(static_cast<std::uint64_t>(signal)), site);
  }
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) {
    actions[signal].sa_handler = SIG_DFL;
  }
  run_handler(signal, action);
  deliver_pending(site);
}

// Those that the thread does not block.
void deliver_pending(const void* site) {
  for (int signal = 1; signal < kSignals; ++signal) {
    Thread& me = current();
    if ((me.pending & ~me.mask & bit(signal)) == 0) continue;
    me.pending &= ~bit(signal);
    act(signal, site);
  }
}

void use_actions(std::uint8_t uses, const void* site) {
  shared_state::use_process(channel::SharedState::kSignals, uses, site);
}

void send_to_self(int signal, const void* site) {
  refuse_if_left(site);
  use_actions(shared_state::kObserves, site);
  Thread& me = current();
  if ((me.mask & ~kNotBlockable & bit(signal)) != 0) {
    me.pending |= bit(signal);
    return;
  }
  act(signal, site);
}

// Returns the old action.
struct sigaction set_action(int signal, const struct sigaction* action, const void* site) {
  refuse_if_left(site);
  use_actions(action == nullptr ? shared_state::kObserves : shared_state::kObservesAndChanges,
              site);
  const struct sigaction old = actions[signal];
  if (action == nullptr) return old;
  actions[signal] = *action;
  if (is_before_main()) first_actions[signal] = *action;
  if (is_function(*action)) g.channel->has_signal_handler = true;
  return old;
}

int change_mask(int how, const sigset_t* set, sigset_t* old, const void* site) {
  refuse_if_left(site);
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

}  // namespace

namespace signals {

void reset() {
  for (int signal = 0; signal < kSignals; ++signal) actions[signal] = first_actions[signal];
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) threads[g.run_agents[i]] = Thread{};
  threads[0] = Thread{};
  threads[0].mask = first_mask;
}

void inherit(AgentId creator, AgentId child) {
  threads[child.index()] = Thread{};
  threads[child.index()].mask = threads[creator.index()].mask;
}

}  // namespace signals

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  if (rt::is_off()) return rt::real_sigaction(signal, action, old);
  const void* const site = __builtin_return_address(0);
  rt::accesses::read(action, sizeof(*action), site);
  const bool can_change = signal != SIGKILL && signal != SIGSTOP;
  if (!rt::is_signal(signal) || (action != nullptr && !can_change)) {
    errno = EINVAL;
    return -1;
  }
  rt::accesses::put(old, rt::set_action(signal, action, site), site);
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (rt::is_off()) return rt::real_signal(number, handler);
  if (!rt::is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return rt::set_action(number, &action, __builtin_return_address(0)).sa_handler;
}

int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (rt::is_off()) return rt::real_sigprocmask(how, set, old);
  const int error = rt::change_mask(how, set, old, __builtin_return_address(0));
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (rt::is_off()) return rt::real_pthread_sigmask(how, set, old);
  return rt::change_mask(how, set, old, __builtin_return_address(0));
}

int sigpending(sigset_t* set) noexcept {
  if (rt::is_off()) return rt::real_sigpending(set);
  rt::accesses::put(set, rt::sigset_of(rt::current().pending), __builtin_return_address(0));
  return 0;
}

int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  if (rt::is_off()) return rt::real_sigaltstack(stack, old);
  const void* const site = __builtin_return_address(0);
  stack_t& known = rt::current().stack;
  if (known.ss_sp == nullptr) known.ss_flags = SS_DISABLE;
  rt::accesses::read(stack, sizeof(*stack), site);
  rt::accesses::put(old, known, site);
  if (stack != nullptr) known = *stack;
  return 0;
}

int raise(int signal) noexcept {
  if (rt::is_off()) return rt::real_raise(signal);
  if (signal == 0) return 0;
  if (!rt::is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  rt::send_to_self(signal, __builtin_return_address(0));
  return 0;
}

int pthread_kill(pthread_t thread, int signal) noexcept {
  if (rt::is_off()) return rt::real_pthread_kill(thread, signal);
  const void* const site = __builtin_return_address(0);
  if (signal != 0 && !rt::is_signal(signal)) return EINVAL;
  if (pthread_equal(thread, pthread_self()) == 0)
    rt::refuse("pthread_kill of another thread", site);
  if (signal != 0) rt::send_to_self(signal, site);
  return 0;
}

int kill(pid_t process, int signal) noexcept {
  if (rt::is_off()) return rt::real_kill(process, signal);
  const void* const site = __builtin_return_address(0);
  if (process != getpid()) rt::refuse("kill of another process", site);
  if (signal == 0) return 0;
  if (!rt::is_signal(signal)) {
    errno = EINVAL;
    return -1;
  }
  // Any thread that does not block the signal may get it.
  if (rt::g.live_count > 1) rt::refuse("kill of a process with several threads", site);
  rt::send_to_self(signal, site);
  return 0;
}

}  // extern "C"
