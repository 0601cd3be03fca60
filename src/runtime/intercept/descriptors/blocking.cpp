// SPDX-License-Identifier: Apache-2.0
// Calls that may wait in the kernel. All agents share one kernel thread, so a wait there would stop
// them all. Calls that can be answered at once are answered; those that wait for a conduit sleep
// until it changes (conduits.hpp); those that wait for the outside are refused. A wait only for
// time is a sleep. The explorer notices waits that get past this, such as stdio on a
// pipe or a system call that the program makes itself (machine/native/process/stuck.hpp).
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <poll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <time.h>

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/descriptors/timers.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/signals/signal_sets.hpp"
#include "runtime/intercept/signals/signals.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/snapshot/outside.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pollfd*, nfds_t, int)> poll("poll");
NextSymbol<int(pollfd*, nfds_t, const timespec*, const sigset_t*)> ppoll("ppoll");
NextSymbol<int(int, fd_set*, fd_set*, fd_set*, timeval*)> select("select");
NextSymbol<int(int, fd_set*, fd_set*, fd_set*, const timespec*, const sigset_t*)> pselect(
    "pselect");
NextSymbol<int(int, int)> flock("flock");
}  // namespace next

// The timeout: in nanoseconds, or infinite.
struct Patience {
  bool is_endless = false;
  std::uint64_t nanoseconds = 0;
};

template <class Time>
Patience patience_of(const Time* time) {
  return time == nullptr ? Patience{true, 0} : Patience{false, nanoseconds_of(*time)};
}

// `look` asks the kernel without waiting.
template <class Look>
int wait_without_blocking(const char* refused, bool has_descriptors, Patience patience,
                          const void* site, Look look) {
  if (!has_descriptors && !patience.is_endless) {
    if (patience.nanoseconds > 0) sleep_virtually(patience.nanoseconds, site);
    return 0;
  }
  const int found = has_descriptors ? look() : 0;
  if (found != 0 || (!patience.is_endless && patience.nanoseconds == 0)) return found;
  refuse(refused, site);
}

constexpr const char* kPollBlocks = "a poll that has to wait";
constexpr const char* kSelectBlocks = "a select that has to wait";

// Whether it may become ready by itself.
bool is_of_time(int number) {
  return timers::is_timer(number) || signal_sets::is_signal_set(number);
}

// `detail`: the descriptor of a timer or of signals.
std::uint32_t count_own_choices(const Agent& a) {
  const auto number = static_cast<int>(a.detail);
  return (timers::may_expire(number) ? 2 : 1) + signal_sets::count_coming(number);
}

// Timers and signals come last: only if the poll returns in any case, one may have come that no
// thread has waited for.
short look_at_time(const pollfd& entry, bool returns, conduits::Waiting& waiting,
                   const void* site) {
  const std::uint32_t choice =
      waiting.begin_look(entry.fd, entry.events, site, returns ? &count_own_choices : nullptr,
                         static_cast<std::uint64_t>(entry.fd));
  if (choice > 0 && timers::is_timer(entry.fd)) {
    timers::expire(entry.fd);
  } else if (choice > 0) {
    signal_sets::come(entry.fd, choice - 1);
  }
  return waiting.watch(entry.fd, entry.events, site);
}

// Looks at each conduit in a step of its own, then at the other descriptors.
int poll_entries(pollfd* entries, nfds_t count, bool returns, conduits::Waiting& waiting,
                 const void* site) {
  int found = 0;
  for (nfds_t i = 0; i < count; ++i) {
    const int number = entries[i].fd;
    if (!conduits::is_conduit(number) || is_of_time(number)) continue;
    entries[i].revents = waiting.look(number, entries[i].events, site);
    returns = returns || entries[i].revents != 0;
  }
  for (nfds_t i = 0; i < count; ++i) {
    if (!is_of_time(entries[i].fd)) continue;
    entries[i].revents = look_at_time(entries[i], returns, waiting, site);
    returns = returns || entries[i].revents != 0;
  }
  for (nfds_t i = 0; i < count; ++i) {
    if (!conduits::is_conduit(entries[i].fd)) next::poll(&entries[i], nfds_t{1}, 0);
    if (entries[i].revents != 0) ++found;
  }
  return found;
}

// The step that ends a sleep must be on the object that the sleeper is at.
void join_conduits(const pollfd* entries, nfds_t count) {
  const auto conduits = std::count_if(
      entries, entries + count, [](const pollfd& entry) { return conduits::is_conduit(entry.fd); });
  for (nfds_t i = 0; conduits > 1 && i < count; ++i) conduits::put_into_set(entries[i].fd);
}

// Something that is not the program's could end the wait.
bool looks_outside(const pollfd* entries, nfds_t count) {
  return std::any_of(entries, entries + count, [](const pollfd& entry) {
    return entry.fd >= 0 && !conduits::is_conduit(entry.fd);
  });
}

// A timeout may come at any time.
int poll_conduits(pollfd* entries, nfds_t count, Patience patience, const void* site) {
  const bool never_sleeps = !patience.is_endless && patience.nanoseconds == 0;
  signals::at_call(site);
  bool returns = never_sleeps;
  if (!never_sleeps) join_conduits(entries, count);
  for (;;) {
    conduits::Waiting waiting;
    const int found = poll_entries(entries, count, returns, waiting, site);
    if (found != 0 || never_sleeps) return found;
    if (looks_outside(entries, count)) refuse(kPollBlocks, site);
    if (!waiting.sleep(!patience.is_endless, patience.nanoseconds, site)) return 0;
    if (waiting.is_interrupted()) {
      errno = EINTR;
      return -1;
    }
    returns = waiting.has_seen_timer();
  }
}

bool has_conduit(const pollfd* entries, nfds_t count) {
  return std::any_of(entries, entries + count,
                     [](const pollfd& entry) { return conduits::is_conduit(entry.fd); });
}

int poll_without_blocking(pollfd* entries, nfds_t count, Patience patience, const void* site) {
  for (nfds_t i = 0; i < count; ++i) {
    accesses::read(&entries[i], offsetof(pollfd, revents), site);
    accesses::written(&entries[i].revents, sizeof(entries[i].revents), site);
  }
  if (has_conduit(entries, count)) return poll_conduits(entries, count, patience, site);
  return wait_without_blocking(kPollBlocks, count > 0, patience, site,
                               [&] { return next::poll(entries, count, 0); });
}

// Reports the whole words of a set that hold its first `count` bits.
void report_set(fd_set* set, int count, const void* site) {
  constexpr int kBits = 8 * sizeof(fd_mask);
  if (set == nullptr || count <= 0 || count > FD_SETSIZE) return;
  const std::size_t size = static_cast<std::size_t>((count + kBits - 1) / kBits) * sizeof(fd_mask);
  accesses::read(set, size, site);
  accesses::written(set, size, site);
}

// What select calls ready, in the words of poll.
constexpr short kReadable = POLLIN | POLLHUP | POLLERR;
constexpr short kWritable = POLLOUT | POLLERR;
constexpr short kUrgent = POLLPRI;

bool is_in(const fd_set* set, int number) { return set != nullptr && FD_ISSET(number, set); }

// Keeps the number in the set if it is ready; returns 1 then.
int answer(fd_set* set, int number, short found, short wanted) {
  if (!is_in(set, number)) return 0;
  if ((found & wanted) != 0) return 1;
  FD_CLR(number, set);
  return 0;
}

// As a poll.
int select_conduits(int count, fd_set* reads, fd_set* writes, fd_set* errors, Patience patience,
                    const void* site) {
  pollfd entries[FD_SETSIZE];
  nfds_t used = 0;
  for (int i = 0; i < count && i < FD_SETSIZE; ++i) {
    const int events = (is_in(reads, i) ? POLLIN : 0) | (is_in(writes, i) ? POLLOUT : 0) |
                       (is_in(errors, i) ? POLLPRI : 0);
    if (events != 0) entries[used++] = pollfd{i, static_cast<short>(events), 0};
  }
  if (poll_conduits(entries, used, patience, site) < 0) return -1;
  int ready = 0;
  for (nfds_t i = 0; i < used; ++i) {
    const int number = entries[i].fd;
    const short found = entries[i].revents;
    ready += answer(reads, number, found, kReadable) + answer(writes, number, found, kWritable) +
             answer(errors, number, found, kUrgent);
  }
  return ready;
}

bool has_conduit(int count, const fd_set* reads, const fd_set* writes, const fd_set* errors) {
  for (int i = 0; i < count && i < FD_SETSIZE; ++i) {
    const bool is_wanted = is_in(reads, i) || is_in(writes, i) || is_in(errors, i);
    if (is_wanted && conduits::is_conduit(i)) return true;
  }
  return false;
}

int select_without_blocking(int count, fd_set* reads, fd_set* writes, fd_set* errors,
                            Patience patience, const void* site) {
  for (fd_set* set : {reads, writes, errors}) report_set(set, count, site);
  if (has_conduit(count, reads, writes, errors)) {
    return select_conduits(count, reads, writes, errors, patience, site);
  }
  const bool has_descriptors =
      count > 0 && (reads != nullptr || writes != nullptr || errors != nullptr);
  return wait_without_blocking(kSelectBlocks, has_descriptors, patience, site, [&] {
    timeval nothing{};
    return next::select(count, reads, writes, errors, &nothing);
  });
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int poll(pollfd* entries, nfds_t count, int milliseconds) {
  if (rt::is_off()) return rt::next::poll(entries, count, milliseconds);
  rt::Patience patience;
  patience.is_endless = milliseconds < 0;
  if (milliseconds > 0) {
    patience.nanoseconds = static_cast<std::uint64_t>(milliseconds) * 1'000'000;
  }
  return rt::poll_without_blocking(entries, count, patience, __builtin_return_address(0));
}

int ppoll(pollfd* entries, nfds_t count, const timespec* timeout, const sigset_t* mask) {
  if (rt::is_off()) return rt::next::ppoll(entries, count, timeout, mask);
  const void* const site = __builtin_return_address(0);
  if (rt::signals::would_interrupt(mask)) rt::refuse("a ppoll that a signal may interrupt", site);
  return rt::poll_without_blocking(entries, count, rt::patience_of(timeout), site);
}

int select(int count, fd_set* reads, fd_set* writes, fd_set* errors, timeval* timeout) {
  if (rt::is_off()) return rt::next::select(count, reads, writes, errors, timeout);
  return rt::select_without_blocking(count, reads, writes, errors, rt::patience_of(timeout),
                                     __builtin_return_address(0));
}

int pselect(int count, fd_set* reads, fd_set* writes, fd_set* errors, const timespec* timeout,
            const sigset_t* mask) {
  if (rt::is_off()) return rt::next::pselect(count, reads, writes, errors, timeout, mask);
  const void* const site = __builtin_return_address(0);
  if (rt::signals::would_interrupt(mask)) rt::refuse("a pselect that a signal may interrupt", site);
  return rt::select_without_blocking(count, reads, writes, errors, rt::patience_of(timeout), site);
}

// A lock between processes, and between two open files of the same process: we cannot order it.
// Harmless as long as there is only one thread and the lock is free.
int flock(int number, int operation) noexcept {
  if (rt::is_off()) return rt::next::flock(number, operation);
  if (rt::is_running() && rt::g.live_count > 1) {
    rt::refuse("flock with several threads", __builtin_return_address(0));
  }
  rt::outside::note_change();
  const int result = rt::next::flock(number, operation | LOCK_NB);
  if (result != 0 && errno == EWOULDBLOCK && (operation & LOCK_NB) == 0) {
    rt::refuse("a flock that has to wait", __builtin_return_address(0));
  }
  return result;
}

}  // extern "C"
