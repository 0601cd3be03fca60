// SPDX-License-Identifier: Apache-2.0
// The same by other names: the functions for signals of System V and BSD, and of Linux. They would
// reach the kernel, which knows nothing of the program's actions and masks.
//
// Refused by name: signals that carry a value, and signals to groups of processes.
#include <cerrno>
#include <signal.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/signals/signal_state.hpp"

namespace skein::runtime::signals {

namespace {

namespace next {
NextSymbol<sighandler_t(int, sighandler_t)> sysv_signal("__sysv_signal");
NextSymbol<sighandler_t(int, sighandler_t)> sigset("sigset");
NextSymbol<int(int)> sighold("sighold");
NextSymbol<int(int)> sigrelse("sigrelse");
NextSymbol<int(int)> sigignore("sigignore");
NextSymbol<int(int)> xpg_sigpause("__xpg_sigpause");
NextSymbol<int(int)> sigpause("sigpause");
NextSymbol<int(int)> sigblock("sigblock");
NextSymbol<int(int)> sigsetmask("sigsetmask");
NextSymbol<int()> siggetmask("siggetmask");
NextSymbol<int(int, int)> siginterrupt("siginterrupt");
NextSymbol<int(pid_t, pid_t, int)> tgkill("tgkill");
}  // namespace next
Refused<int(pid_t, int, sigval)> refused_sigqueue("sigqueue");
Refused<int(pthread_t, int, sigval)> refused_pthread_sigqueue("pthread_sigqueue");
Refused<int(pid_t, int)> refused_killpg("killpg");
Refused<int(int, int, siginfo_t*, unsigned)> refused_pidfd_send_signal("pidfd_send_signal");

int change(int how, int signal, const void* site) {
  if (!can_change(signal)) return -1;
  const sigset_t set = sigset_of(bit(signal));
  return change_mask(how, &set, nullptr, site);
}

// BSD's masks are the first 32 signals; the others stay as they are.
int change_bsd(int how, int mask, const void* site) {
  const auto before = static_cast<unsigned>(current().mask);
  const Set rest = how == SIG_SETMASK ? current().mask & ~Set{0xffffffff} : 0;
  const sigset_t set = sigset_of(rest | static_cast<unsigned>(mask));
  change_mask(how, &set, nullptr, site);
  return static_cast<int>(before);
}

// The handler before, or SIG_HOLD if the signal was blocked.
sighandler_t set(int signal, sighandler_t handler, const void* site) {
  if (!can_change(signal)) return SIG_ERR;
  const bool was_blocked = (current().mask & bit(signal)) != 0;
  const sighandler_t before = handler == SIG_HOLD ? set_action(signal, nullptr, site).sa_handler
                                                  : set_handler(signal, handler, 0, site);
  static_cast<void>(change(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, signal, site));
  return was_blocked ? SIG_HOLD : before;
}

}  // namespace

}  // namespace skein::runtime::signals

namespace rt = skein::runtime;
namespace sg = skein::runtime::signals;

extern "C" {

sighandler_t __sysv_signal(int signal, sighandler_t handler) noexcept {
  if (rt::is_off()) return sg::next::sysv_signal(signal, handler);
  constexpr int kFlags = static_cast<int>(SA_RESETHAND) | SA_NODEFER;
  return sg::set_handler(signal, handler, kFlags, __builtin_return_address(0));
}
sighandler_t sysv_signal(int signal, sighandler_t handler) noexcept {
  return __sysv_signal(signal, handler);
}
sighandler_t bsd_signal(int number, sighandler_t handler) noexcept {
  return signal(number, handler);
}
sighandler_t ssignal(int number, sighandler_t handler) noexcept { return signal(number, handler); }
int gsignal(int signal) noexcept { return raise(signal); }

sighandler_t sigset(int signal, sighandler_t handler) noexcept {
  if (rt::is_off()) return sg::next::sigset(signal, handler);
  return sg::set(signal, handler, __builtin_return_address(0));
}
int sighold(int signal) noexcept {
  if (rt::is_off()) return sg::next::sighold(signal);
  return sg::change(SIG_BLOCK, signal, __builtin_return_address(0));
}
int sigrelse(int signal) noexcept {
  if (rt::is_off()) return sg::next::sigrelse(signal);
  return sg::change(SIG_UNBLOCK, signal, __builtin_return_address(0));
}
int sigignore(int signal) noexcept {
  if (rt::is_off()) return sg::next::sigignore(signal);
  return sg::set_handler(signal, SIG_IGN, 0, __builtin_return_address(0)) == SIG_ERR ? -1 : 0;
}

// The first takes a signal, the second BSD's mask.
int __xpg_sigpause(int signal) {
  if (rt::is_off()) return sg::next::xpg_sigpause(signal);
  if (!sg::can_change(signal)) return -1;
  return sg::suspend(sg::current().mask & ~sg::bit(signal), __builtin_return_address(0));
}
#undef sigpause
int skein_bsd_sigpause(int mask) __asm__("sigpause");
int skein_bsd_sigpause(int mask) {
  if (rt::is_off()) return sg::next::sigpause(mask);
  return sg::suspend(static_cast<unsigned>(mask) & ~sg::kNotBlockable, __builtin_return_address(0));
}

int sigblock(int mask) noexcept {
  if (rt::is_off()) return sg::next::sigblock(mask);
  return sg::change_bsd(SIG_BLOCK, mask, __builtin_return_address(0));
}
int sigsetmask(int mask) noexcept {
  if (rt::is_off()) return sg::next::sigsetmask(mask);
  return sg::change_bsd(SIG_SETMASK, mask, __builtin_return_address(0));
}
int siggetmask() noexcept {
  return rt::is_off() ? sg::next::siggetmask() : static_cast<int>(sg::current().mask);
}

// Whether calls are interrupted or made again: none is interrupted.
int siginterrupt(int signal, int is_interrupted) noexcept {
  if (rt::is_off()) return sg::next::siginterrupt(signal, is_interrupted);
  return sg::can_change(signal) ? 0 : -1;
}

int tgkill(pid_t process, pid_t thread, int signal) {
  if (rt::is_off()) return sg::next::tgkill(process, thread, signal);
  const void* const site = __builtin_return_address(0);
  if (process != getpid()) rt::refuse("tgkill of another process", site);
  const int error =
      sg::send_to(skein::AgentId{static_cast<std::uint32_t>(thread - process)}, signal, site);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int sigqueue(pid_t process, int signal, sigval value) noexcept {
  return sg::refused_sigqueue.call(__builtin_return_address(0), process, signal, value);
}
int pthread_sigqueue(pthread_t thread, int signal, sigval value) noexcept {
  return sg::refused_pthread_sigqueue.call(__builtin_return_address(0), thread, signal, value);
}
int killpg(pid_t group, int signal) noexcept {
  return sg::refused_killpg.call(__builtin_return_address(0), group, signal);
}
int pidfd_send_signal(int process, int signal, siginfo_t* info, unsigned flags) noexcept {
  return sg::refused_pidfd_send_signal.call(__builtin_return_address(0), process, signal, info,
                                            flags);
}

}  // extern "C"
