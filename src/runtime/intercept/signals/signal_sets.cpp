// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/signals/signal_sets.hpp"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"

namespace skein::runtime::signal_sets {

namespace {

namespace next {
NextSymbol<int(int, const sigset_t*, int)> signalfd("signalfd");
NextSymbol<int(unsigned, int)> eventfd("eventfd");
}  // namespace next

using signals::Set;

struct SignalSet {
  int number = -1;
  Set signals = 0;
  int descriptors = 0;  // that refer to it
  int sets = 0;         // epoll sets that it is in
};

constexpr int kMost = 16;
SignalSet table[kMost];
int count = 0;
std::uint8_t indices[conduits::kMostDescriptors];  // by descriptor, from 1 on; 0: none

SignalSet& set_of(int number) { return table[indices[number] - 1]; }

ssize_t failed(int error) {
  errno = error;
  return -1;
}

bool is_readable(const SignalSet& s) {
  pollfd entry{s.number, POLLIN, 0};
  return syscalls::call(SYS_poll, syscalls::as_long(&entry), 1, 0) > 0;
}

Set coming_to(int number) {
  Set wanted = 0;
  for (int i = 0; i < count; ++i) {
    const bool counts = number == kOfEpollSets ? table[i].sets > 0 : &table[i] == &set_of(number);
    if (counts && table[i].descriptors > 0) wanted |= table[i].signals;
  }
  return signals::coming() & wanted & ~signals::process_pending;
}

Set pending_in(Set set) { return (signals::current().pending | signals::process_pending) & set; }

// `detail`: the descriptor, and whether the read waits.
std::uint32_t count_choices(const Agent& a) {
  const auto number = static_cast<int>(a.detail / 2);
  const bool returns = a.detail % 2 == 0 || pending_in(set_of(number).signals) != 0;
  return returns ? 1 + count_coming(number) : 1;
}

signalfd_siginfo info_of(int signal) {
  const siginfo_t given = signals::info_of(signal);
  signalfd_siginfo info{};
  info.ssi_signo = static_cast<std::uint32_t>(signal);
  info.ssi_code = given.si_code;
  info.ssi_pid = static_cast<std::uint32_t>(given.si_pid);
  info.ssi_uid = given.si_uid;
  return info;
}

int make(Set set, int flags, const void* site) {
  static_assert(int{SFD_NONBLOCK} == int{EFD_NONBLOCK} && int{SFD_CLOEXEC} == int{EFD_CLOEXEC});
  const int number = next::eventfd(0U, flags);
  conduits::opened(conduits::Kind::SignalSet, number, -1, site);
  if (!is_running()) refuse("signalfd after the last thread", site);
  if (number < 0) return number;
  if (count == kMost) refuse("this many signalfds", site);
  shared_state::note_signal_traffic();
  shared_state::poll_signals();
  g.channel->has_signal_handler = true;  // a signal from outside would make a difference
  indices[number] = static_cast<std::uint8_t>(++count);
  conduits::begin_change(number, site);
  set_of(number) = {number, set, 1, 0};
  update();
  return number;
}

}  // namespace

void begin_run() {
  if (count == 0) return;
  count = 0;
  for (SignalSet& s : table) s = SignalSet{};
  for (std::uint8_t& index : indices) index = 0;
}

bool is_signal_set(int number) {
  return count > 0 && number >= 0 && number < conduits::kMostDescriptors && indices[number] != 0;
}

void copied(int from, int to) {
  if (count == 0) return;
  indices[to] = is_signal_set(from) ? indices[from] : std::uint8_t{0};
  if (indices[to] != 0) ++set_of(to).descriptors;
}

void closed(int number) {
  if (is_signal_set(number)) --set_of(number).descriptors;
}

void note_set(int number, int change) {
  if (is_signal_set(number)) set_of(number).sets += change;
}

void update() {
  for (int i = 0; i < count; ++i) {
    const SignalSet& s = table[i];
    const bool has_some = (signals::process_pending & s.signals) != 0;
    if (s.descriptors == 0 || has_some == is_readable(s)) continue;
    std::uint64_t one = 1;
    syscalls::call(has_some ? SYS_write : SYS_read, s.number, syscalls::as_long(&one), sizeof(one));
    if (has_some) conduits::wake(channel::SharedState::kPolled);
  }
}

void note_source() {
  for (int i = 0; i < count; ++i) conduits::rouse(table[i].number);
}

std::uint32_t count_coming(int number) {
  const bool is_known = number == kOfEpollSets ? count > 0 : is_signal_set(number);
  return is_known ? signals::size_of(coming_to(number)) : 0;
}

void come(int number, std::uint32_t n) { signals::come(signals::nth_of(coming_to(number), n)); }

ssize_t read(int number, void* buffer, std::size_t size, const void* site) {
  const std::size_t room = size / sizeof(signalfd_siginfo);
  if (room == 0) return failed(EINVAL);
  signals::at_call(site);
  const conduits::Transfer transfer(number);
  const bool waits = !conduits::never_waits(number);
  for (;;) {
    conduits::Waiting waiting;
    const std::uint64_t detail = 2 * static_cast<std::uint64_t>(number) + (waits ? 1 : 0);
    const std::uint32_t choice = waiting.begin_look(number, POLLIN, site, &count_choices, detail);
    if (conduits::description_of(number).is_closed && transfer.number() == number) {
      return failed(EBADF);
    }
    if (choice > 0) come(number, choice - 1);
    static_cast<void>(waiting.watch(number, POLLIN, site));
    std::size_t used = 0;
    for (Set found = pending_in(set_of(number).signals); found != 0 && used < room; ++used) {
      const int signal = signals::first_of(found);
      found &= ~signals::bit(signal);
      signals::take(signal);
      const signalfd_siginfo info = info_of(signal);
      std::memcpy(static_cast<char*>(buffer) + used * sizeof(info), &info, sizeof(info));
    }
    if (used > 0) return static_cast<ssize_t>(used * sizeof(signalfd_siginfo));
    if (!waits) return failed(EAGAIN);
    waiting.sleep(false, 0, site);
    if (waiting.is_ended()) return failed(EINTR);
  }
}

}  // namespace skein::runtime::signal_sets

namespace rt = skein::runtime;
namespace ss = skein::runtime::signal_sets;

extern "C" {

int signalfd(int number, const sigset_t* set, int flags) noexcept {
  if (rt::is_off()) return ss::next::signalfd(number, set, flags);
  const void* const site = __builtin_return_address(0);
  rt::accesses::read(set, sizeof(*set), site);
  const ss::Set signals = rt::signals::set_of(*set) & ~rt::signals::kNotBlockable;
  if (number < 0) return ss::make(signals, flags, site);
  if (!ss::is_signal_set(number)) return static_cast<int>(ss::failed(EINVAL));
  rt::conduits::begin_change(number, site);
  ss::set_of(number).signals = signals;
  ss::update();
  rt::conduits::rouse(number);
  return number;
}

}  // extern "C"
