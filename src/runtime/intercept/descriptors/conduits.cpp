// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/descriptors/conduits.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <utility>

#include "protocol/channel.hpp"
#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/descriptors/pieces.hpp"
#include "runtime/intercept/descriptors/sockets.hpp"
#include "runtime/intercept/descriptors/timers.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/signals/signal_sets.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::conduits {

namespace {

using channel::SharedState;

Descriptor descriptors[kMostDescriptors];
bool has_any = false;

// An agent that waits for an event of a conduit.
struct Registration {
  Agent* agent;
  std::uint32_t conduit;
  int number;
  int file;  // the descriptor of the kernel, which differs if the number was closed meanwhile
  short events;
};
constexpr std::size_t kMostRegistrations = 4096;
Registration registrations[kMostRegistrations];
std::size_t registration_count = 0;

// The transfer that an agent is in: its number, and what keeps its file open once that is closed.
struct Kept {
  int number = -1;
  int file = -1;
};
Kept kept_by[channel::kMaxAgents];

// The step that woke an agent before it slept, while it looked at further conduits.
StepIndex wakers[channel::kMaxAgents];

ObjectId object_of(int number) {
  return g.interner.object(channel::ObjectClass::Library,
                           channel::word_of_state(descriptors[number].conduit));
}

// Asks the kernel, without waiting.
short events_at(int number, int file, short events) {
  pollfd entry{file, events, 0};
  const bool has_some = syscalls::call(SYS_poll, syscalls::as_long(&entry), 1, 0) > 0;
  const short found = has_some ? entry.revents : short{0};
  return sockets::is_socket(number) ? sockets::events_of(number, events, found) : found;
}

bool is_woken(const Agent& a) { return a.is_woken; }

void rouse(Agent& a) {
  a.is_woken = true;
  wakers[a.id.index()] = current_step();
  if (a.op.kind == OpKind::FutexResume) a.enabler = current_step();
}

// Makes the call on a descriptor that does not wait for its time.
template <class Call>
long without_waiting(int number, Call call) {
  const long flags = syscalls::call(SYS_fcntl, number, F_GETFL);
  syscalls::call(SYS_fcntl, number, F_SETFL, flags | O_NONBLOCK);
  const long result = call();
  syscalls::call(SYS_fcntl, number, F_SETFL, flags);
  return result;
}

// A write to a pipe that has no reader raises a signal, which must not reach our own handlers.
long write_quietly(int number, const iovec* given, int count) {
  const std::uint64_t broken = std::uint64_t{1} << (SIGPIPE - 1);
  std::uint64_t before = 0;
  syscalls::call(SYS_rt_sigprocmask, SIG_BLOCK, syscalls::as_long(&broken),
                 syscalls::as_long(&before), sizeof(before));
  const long result = without_waiting(
      number, [&] { return syscalls::call(SYS_writev, number, syscalls::as_long(given), count); });
  const timespec now{};
  if (result == -EPIPE) {
    syscalls::call(SYS_rt_sigtimedwait, syscalls::as_long(&broken), 0, syscalls::as_long(&now),
                   sizeof(broken));
  }
  syscalls::call(SYS_rt_sigprocmask, SIG_SETMASK, syscalls::as_long(&before), 0, sizeof(before));
  return result;
}

// What the number means to the agent.
int file_of(const Agent& a, int number) {
  const Kept& kept = kept_by[a.id.index()];
  return kept.number == number && kept.file >= 0 ? kept.file : number;
}

// Before the number is closed: others that wait in a transfer keep the file.
void keep_for_others(int number) {
  for (std::size_t i = 0; i < registration_count; ++i) {
    Registration& r = registrations[i];
    Kept& kept = kept_by[r.agent->id.index()];
    if (r.agent == g.current || r.file != number || kept.number != number) continue;
    kept.file =
        static_cast<int>(syscalls::call(SYS_fcntl, number, F_DUPFD_CLOEXEC, kMostDescriptors / 2));
    r.file = kept.file;
  }
}

// Of the current agent.
void forget_registrations() {
  std::size_t left = 0;
  for (std::size_t i = 0; i < registration_count; ++i) {
    if (registrations[i].agent != g.current) registrations[left++] = registrations[i];
  }
  registration_count = left;
}

ssize_t failed(long error) {
  errno = static_cast<int>(-error);
  return -1;
}

ssize_t result_of(long result) { return result < 0 ? failed(result) : result; }

// Channels are known to the race detector as objects that no step is on.
constexpr std::uint64_t kChannels = std::uint64_t{1} << 62U;

ObjectId object_of_channel(std::uint64_t channel) {
  return g.interner.object(channel::ObjectClass::Library, channel);
}

Patience patience_of(int number) { return {!never_waits(number), 0}; }

}  // namespace

void wake(std::uint32_t conduit) {
  spins::note_change();
  for (std::size_t i = 0; i < registration_count; ++i) {
    const Registration& r = registrations[i];
    Agent& a = *r.agent;
    // The conduit may be in a set before the exploration knows that.
    const bool is_about_it = r.conduit == conduit || r.conduit == SharedState::kPolled ||
                             conduit == SharedState::kPolled;
    if (!is_about_it || a.is_woken || events_at(r.number, r.file, r.events) == 0) continue;
    rouse(a);
  }
}

void rouse(int number) {
  for (std::size_t i = 0; i < registration_count; ++i) {
    const Registration& r = registrations[i];
    Agent& a = *r.agent;
    const bool is_about_it = r.conduit == descriptors[number].conduit;
    if (&a != g.current && is_about_it && !a.is_woken) rouse(a);
  }
}

bool never_waits(int number) {
  return (syscalls::call(SYS_fcntl, number, F_GETFL) & O_NONBLOCK) != 0;
}

void begin_run() {
  registration_count = 0;
  if (!has_any) return;
  has_any = false;
  for (Descriptor& descriptor : descriptors) descriptor = Descriptor{};
  sockets::begin_run();
  timers::begin_run();
  signal_sets::begin_run();
}

namespace {

std::uint32_t state_of(Kind kind, std::uint32_t hash) {
  switch (kind) {
    case Kind::Pipe: return SharedState::pipe(hash);
    case Kind::EventFd: return SharedState::event_fd(hash);
    case Kind::Timer: return SharedState::timer(hash);
    case Kind::Socket: return SharedState::socket(hash);
    default: return SharedState::kPolled;
  }
}

Descriptor opposite_of(Descriptor end) {
  std::swap(end.reads, end.writes);
  end.is_closed = false;
  return end;
}

}  // namespace

// The name must not depend on the schedule: the creator and its number among the creator's. Two
// conduits may have one name: that costs steps, never a result.
void opened(Kind kind, int first, int second, const void* site) {
  // One from before the run would keep what a run leaves in it.
  if (g.mode == Mode::Early) refuse("a pipe, eventfd, socket or epoll set before main", site);
  note_descriptors_touched();
  if (!is_running() || first < 0) return;
  lock_sections::note_order();
  if (first >= kMostDescriptors || second >= kMostDescriptors)
    refuse("this many descriptors", site);
  const std::uint32_t own = g.current->conduits++;
  const std::uint32_t hash = 8 * g.current->id.value + own;
  const std::uint32_t own_conduit = state_of(kind, hash);
  const bool is_in_set = watched::has_any && watched::has_word(channel::word_of_state(own_conduit));
  const std::uint64_t channel = kChannels + ((std::uint64_t{g.current->id.value} << 32U) + own) * 2;
  has_any = true;
  const Descriptor end{.conduit = is_in_set ? SharedState::kPolled : own_conduit,
                       .own_conduit = own_conduit,
                       .reads = kind == Kind::Socket ? channel + 1 : channel,
                       .writes = channel};
  descriptors[first] = end;
  if (second >= 0) descriptors[second] = kind == Kind::Socket ? opposite_of(end) : end;
}

void opened_opposite(const Descriptor& end, int number, const void* site) {
  note_descriptors_touched();
  if (number >= kMostDescriptors) refuse("this many descriptors", site);
  descriptors[number] = opposite_of(end);
}

void copied(int from, int to) {
  if (!has_any || to < 0 || to >= kMostDescriptors) return;
  const bool is_known = from >= 0 && from < kMostDescriptors;
  descriptors[to] = is_known ? descriptors[from] : Descriptor{};
  sockets::copied(from, to);
  timers::copied(from, to);
  signal_sets::copied(from, to);
}

const Descriptor& description_of(int number) { return descriptors[number]; }

ObjectId polled_object() {
  return g.interner.object(channel::ObjectClass::Library,
                           channel::word_of_state(SharedState::kPolled));
}

void on_sent(std::uint64_t channel) { races::on_released(object_of_channel(channel)); }
void on_got(std::uint64_t channel) { races::on_acquired(object_of_channel(channel)); }

bool is_conduit(int number) {
  return has_any && number >= 0 && number < kMostDescriptors && descriptors[number].conduit != 0;
}

ssize_t read(int number, const iovec* given, int count, const void* site) {
  if (sockets::is_socket(number)) return sockets::read_pieces(number, given, count, site);
  if (timers::is_timer(number) && count > 0) {
    return timers::read(number, given->iov_base, given->iov_len, site);
  }
  if (signal_sets::is_signal_set(number) && count > 0) {
    return signal_sets::read(number, given->iov_base, given->iov_len, site);
  }
  return result_of(receive(number, patience_of(number), site, [&](int file) {
    return syscalls::call(SYS_readv, file, syscalls::as_long(given), count);
  }));
}

ssize_t write(int number, const iovec* given, int count, const void* site) {
  if (sockets::is_socket(number)) return sockets::write_pieces(number, given, count, site);
  if (timers::is_timer(number) || signal_sets::is_signal_set(number)) return failed(-EINVAL);
  if (count > pieces::kMost) refuse("a transfer of this many pieces", site);
  const std::size_t size = pieces::size_of(given, count);
  return result_of(
      transmit(number, size, patience_of(number), site, [&](int file, std::size_t written) {
        iovec rest[pieces::kMost];
        const int left = pieces::skip(given, count, written, rest);
        const long put = write_quietly(file, rest, left);
        if (put == -EPIPE) raise(SIGPIPE);
        return put;
      }));
}

void begin_change(int number, const void* site) {
  visit(Request{.kind = OpKind::FutexWake, .first = object_of(number), .site = site});
}

void end_change(int number) {
  on_sent(descriptors[number].writes);
  wake(descriptors[number].conduit);
}

// What another thread does with the number afterwards must stay a step on the same object, so the
// number is not used again: a descriptor that allows nothing takes its place.
int close(int number, const void* site) {
  if (sockets::is_socket(number)) return sockets::close(number, site);
  begin_change(number, site);
  if (descriptors[number].is_closed) return static_cast<int>(failed(-EBADF));
  finish_close(number);
  return 0;
}

void finish_close(int number) {
  keep_for_others(number);
  timers::closed(number);
  signal_sets::closed(number);
  descriptors[number].is_closed = true;
  const long nothing = syscalls::call(SYS_open, syscalls::as_long("/"), O_PATH | O_CLOEXEC);
  syscalls::call(SYS_dup3, nothing, number, O_CLOEXEC);
  syscalls::call(SYS_close, nothing);
  end_change(number);
}

void put_into_set(int number) {
  if (!is_conduit(number)) return;
  descriptors[number].is_polled = true;
  if (descriptors[number].conduit != SharedState::kPolled) {
    watched::add(channel::word_of_state(descriptors[number].own_conduit));
  }
}

Transfer::Transfer(int number) : number_(number) {
  if (g.current != nullptr) kept_by[g.current->id.index()] = {number, -1};
}

Transfer::~Transfer() {
  if (g.current == nullptr) return;
  Kept& kept = kept_by[g.current->id.index()];
  if (kept.file >= 0) {
    syscalls::call(SYS_close, kept.file);
    wake(descriptors[number_].conduit);
  }
  kept = Kept{};
}

int Transfer::number() const {
  return g.current != nullptr ? file_of(*g.current, number_) : number_;
}

Waiting::Waiting() {
  if (g.current == nullptr) return;
  g.current->is_woken = false;
  wakers[g.current->id.index()] = StepIndex{};
}

Waiting::~Waiting() {
  if (g.current == nullptr) return;
  forget_registrations();
  g.current->is_woken = false;
}

std::uint32_t Waiting::begin_look(int number, short events, const void* site, ChoiceCount count,
                                  std::uint64_t detail) {
  return visit(Request{.kind = (events & POLLOUT) != 0 ? OpKind::FutexWake : OpKind::FutexWait,
                       .first = object_of(number),
                       .site = site,
                       .detail = detail,
                       .count_choices = count});
}

short Waiting::look(int number, short events, const void* site) {
  begin_look(number, events, site);
  return watch(number, events, site);
}

short Waiting::watch(int number, short events, const void* site) {
  first_ = first_ < 0 ? number : first_;
  const int file = g.current != nullptr ? file_of(*g.current, number) : number;
  const short found = events_at(number, file, events);
  g.step->value = found;
  if (g.current != nullptr) {
    if (registration_count == kMostRegistrations) refuse("this many waits for descriptors", site);
    registrations[registration_count++] = {g.current, descriptors[number].conduit, number, file,
                                           events};
  }
  return found;
}

namespace {

// How a sleep can end by itself: a timer expires, or a signal comes that can be read. A
// registration of a timer that may expire is one such end; an epoll set is as many as there are
// sets of its timers.
bool is_epoll_set(int number) {
  return descriptors[number].own_conduit == SharedState::kPolled &&
         !signal_sets::is_signal_set(number);
}

std::uint32_t timer_ends_by(const Registration& r) {
  if (timers::may_expire(r.number)) return 1;
  return is_epoll_set(r.number) && timers::may_expire_in_set() ? timers::count_choices() - 1 : 0;
}

int signals_of(const Registration& r) {
  return is_epoll_set(r.number) ? signal_sets::kOfEpollSets : r.number;
}

std::uint32_t ends_by(const Registration& r) {
  return timer_ends_by(r) + signal_sets::count_coming(signals_of(r));
}

std::uint32_t count_own_ends(const Agent& a) {
  std::uint32_t ends = 0;
  for (std::size_t i = 0; i < registration_count; ++i) {
    if (registrations[i].agent == &a) ends += ends_by(registrations[i]);
  }
  return ends;
}

constexpr std::uint64_t kMayTimeOut = 1;

std::uint32_t count_ends(const Agent& a) {
  if (a.is_woken) return 1;
  const std::uint32_t ends =
      count_own_ends(a) + (a.detail == kMayTimeOut ? 1 : 0) + signals::count_interruptions(a.id);
  return ends > 0 ? ends : 1;
}

// What ends the sleep, by its number among the ends.
void end_by_itself(const Agent& a, std::uint32_t end) {
  for (std::size_t i = 0; i < registration_count; ++i) {
    const Registration& r = registrations[i];
    if (r.agent != &a) continue;
    const std::uint32_t ends = ends_by(r);
    if (end >= ends) {
      end -= ends;
    } else if (end >= timer_ends_by(r)) {
      return signal_sets::come(signals_of(r), end - timer_ends_by(r));
    } else if (timers::is_timer(r.number)) {
      return timers::expire(r.number);
    } else {
      return timers::expire_choice(end + 1);
    }
  }
}

}  // namespace

bool Waiting::sleep(bool may_time_out, std::uint64_t nanoseconds, const void* site) {
  if (!is_running()) refuse("a wait for a descriptor with no other thread", site);
  Agent& me = *g.current;
  const bool ends_by_itself =
      may_time_out || count_own_ends(me) > 0 || signals::count_interruptions(me.id) > 0;
  const std::uint32_t end =
      visit(Request{.kind = ends_by_itself ? OpKind::FutexTimedResume : OpKind::FutexResume,
                    .first = object_of(first_),
                    .site = site,
                    .detail = may_time_out ? kMayTimeOut : 0,
                    .is_ready = ends_by_itself ? nullptr : &is_woken,
                    .count_choices = ends_by_itself ? &count_ends : nullptr,
                    .enabler = ends_by_itself ? StepIndex{} : wakers[me.id.index()]});
  g.step->value = me.is_woken ? 1 : 0;
  if (me.is_woken) return true;
  const std::uint32_t own_ends = count_own_ends(me);
  if (end < own_ends) {
    end_by_itself(me, end);
    has_seen_timer_ = true;
    return true;
  }
  const std::uint32_t other_end = end - own_ends;
  if (may_time_out && other_end == 0) {
    pass_time(nanoseconds);
    return false;
  }
  const std::uint32_t which = other_end - (may_time_out ? 1 : 0);
  // If there is none, the timer has been disarmed meanwhile.
  if (which < signals::count_interruptions(me.id)) interrupt(which, site);
  return true;
}

// The handler may wait for descriptors itself.
void Waiting::interrupt(std::uint32_t which, const void* site) {
  forget_registrations();
  const Kept kept = kept_by[g.current->id.index()];
  interruption_ = signals::interrupt_wait(which, site);
  kept_by[g.current->id.index()] = kept;
}

}  // namespace skein::runtime::conduits
