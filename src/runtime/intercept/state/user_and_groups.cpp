// SPDX-License-Identifier: Apache-2.0
// The user and the groups of the process. libc changes them in every thread, by a signal, and waits
// for the answers; ours sleep for ever. Besides, no later run could get the old ones back. So a
// change to what is there already does nothing, and any other is refused. Giving up groups changes
// nothing for the threads: it is said to have happened.
#include <grp.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

constexpr unsigned kUnchanged = ~0U;

struct Identity {
  unsigned real = 0;
  unsigned effective = 0;
  unsigned saved = 0;
};

Identity present_user() {
  Identity i;
  getresuid(&i.real, &i.effective, &i.saved);
  return i;
}

Identity present_group() {
  Identity i;
  getresgid(&i.real, &i.effective, &i.saved);
  return i;
}

int become(const Identity& wanted, const Identity& now, const char* call, const void* site) {
  const auto fits = [](unsigned a, unsigned b) { return a == kUnchanged || a == b; };
  if (!fits(wanted.real, now.real) || !fits(wanted.effective, now.effective) ||
      !fits(wanted.saved, now.saved)) {
    refuse(call, site);
  }
  return 0;
}

int become_user(const Identity& wanted, const void* site) {
  return become(wanted, present_user(), "a change to another user (setuid and its relatives)",
                site);
}

int become_group(const Identity& wanted, const void* site) {
  return become(wanted, present_group(), "a change to another group (setgid and its relatives)",
                site);
}

namespace next {
NextSymbol<int(unsigned)> setuid("setuid");
NextSymbol<int(unsigned)> setgid("setgid");
NextSymbol<int(unsigned)> seteuid("seteuid");
NextSymbol<int(unsigned)> setegid("setegid");
NextSymbol<int(unsigned, unsigned)> setreuid("setreuid");
NextSymbol<int(unsigned, unsigned)> setregid("setregid");
NextSymbol<int(unsigned, unsigned, unsigned)> setresuid("setresuid");
NextSymbol<int(unsigned, unsigned, unsigned)> setresgid("setresgid");
NextSymbol<int(std::size_t, const gid_t*)> setgroups("setgroups");
NextSymbol<int(const char*, gid_t)> initgroups("initgroups");
}  // namespace next

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int setuid(uid_t user) noexcept {
  if (!rt::is_running()) return rt::next::setuid(user);
  return rt::become_user({user, user, user}, __builtin_return_address(0));
}
int setgid(gid_t group) noexcept {
  if (!rt::is_running()) return rt::next::setgid(group);
  return rt::become_group({group, group, group}, __builtin_return_address(0));
}
int seteuid(uid_t user) noexcept {
  if (!rt::is_running()) return rt::next::seteuid(user);
  return rt::become_user({rt::kUnchanged, user, rt::kUnchanged}, __builtin_return_address(0));
}
int setegid(gid_t group) noexcept {
  if (!rt::is_running()) return rt::next::setegid(group);
  return rt::become_group({rt::kUnchanged, group, rt::kUnchanged}, __builtin_return_address(0));
}
int setreuid(uid_t real, uid_t effective) noexcept {
  if (!rt::is_running()) return rt::next::setreuid(real, effective);
  return rt::become_user({real, effective, rt::kUnchanged}, __builtin_return_address(0));
}
int setregid(gid_t real, gid_t effective) noexcept {
  if (!rt::is_running()) return rt::next::setregid(real, effective);
  return rt::become_group({real, effective, rt::kUnchanged}, __builtin_return_address(0));
}
int setresuid(uid_t real, uid_t effective, uid_t saved) noexcept {
  if (!rt::is_running()) return rt::next::setresuid(real, effective, saved);
  return rt::become_user({real, effective, saved}, __builtin_return_address(0));
}
int setresgid(gid_t real, gid_t effective, gid_t saved) noexcept {
  if (!rt::is_running()) return rt::next::setresgid(real, effective, saved);
  return rt::become_group({real, effective, saved}, __builtin_return_address(0));
}
int setgroups(std::size_t count, const gid_t* groups) noexcept {
  return rt::is_running() ? 0 : rt::next::setgroups(count, groups);
}
int initgroups(const char* user, gid_t group) {
  return rt::is_running() ? 0 : rt::next::initgroups(user, group);
}

}  // extern "C"
