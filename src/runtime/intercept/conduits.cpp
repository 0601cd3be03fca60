// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/conduits.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>

#include "protocol/channel.hpp"
#include "runtime/intercept/descriptors.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::conduits {

namespace {

using channel::SharedState;

constexpr int kMostDescriptors = 1024;

// By descriptor: the state that represents the conduit (0: it is none), and the one that would if
// it were in no epoll set.
std::uint32_t conduit_of[kMostDescriptors];
std::uint32_t alone_of[kMostDescriptors];
bool is_closed[kMostDescriptors];
bool has_any = false;

// Who waits for which event of which conduit.
struct Registration {
  Agent* agent;
  std::uint32_t conduit;
  int number;
  short events;
};
constexpr std::size_t kMostRegistrations = 4096;
Registration registrations[kMostRegistrations];
std::size_t registration_count = 0;

// The step that woke an agent before it slept, while it looked at further conduits.
StepIndex wakers[channel::kMaxAgents];

ObjectId object_of(int number) {
  return g.names.object(channel::ObjectClass::Library, channel::word_of_state(conduit_of[number]));
}

// Asks the kernel, without waiting.
short events_at(int number, short events) {
  pollfd entry{number, events, 0};
  return syscalls::call(SYS_poll, syscalls::as_long(&entry), 1, 0) > 0 ? entry.revents : short{0};
}

bool is_woken(const Agent& a) { return a.is_woken; }

// The conduit has changed: those that could go on now are woken.
void wake(std::uint32_t conduit) {
  spins::note_change();
  for (std::size_t i = 0; i < registration_count; ++i) {
    const Registration& r = registrations[i];
    Agent& a = *r.agent;
    // The conduit may be in a set before the exploration knows that.
    const bool is_about_it = r.conduit == conduit || r.conduit == SharedState::kPolled;
    if (!is_about_it || a.is_woken || events_at(r.number, r.events) == 0) continue;
    a.is_woken = true;
    wakers[a.id.index()] = current_step();
    if (a.op.kind == OpKind::FutexResume) a.enabler = current_step();
  }
}

bool never_waits(int number) {
  return (syscalls::call(SYS_fcntl, number, F_GETFL) & O_NONBLOCK) != 0;
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
long write_quietly(int number, const void* buffer, std::size_t size) {
  const std::uint64_t broken = std::uint64_t{1} << (SIGPIPE - 1);
  std::uint64_t before = 0;
  syscalls::call(SYS_rt_sigprocmask, SIG_BLOCK, syscalls::as_long(&broken),
                 syscalls::as_long(&before), sizeof(before));
  const long result = without_waiting(number, [&] {
    return syscalls::call(SYS_write, number, syscalls::as_long(buffer), static_cast<long>(size));
  });
  const timespec now{};
  if (result == -EPIPE) {
    syscalls::call(SYS_rt_sigtimedwait, syscalls::as_long(&broken), 0, syscalls::as_long(&now),
                   sizeof(broken));
  }
  syscalls::call(SYS_rt_sigprocmask, SIG_SETMASK, syscalls::as_long(&before), 0, sizeof(before));
  return result;
}

ssize_t failed(long error) {
  errno = static_cast<int>(-error);
  return -1;
}

}  // namespace

void begin_run() {
  registration_count = 0;
  if (!has_any) return;
  has_any = false;
  for (std::uint32_t& conduit : conduit_of) conduit = 0;
}

// The name must not depend on the schedule: the creator and its number among the creator's. Two
// conduits may have one name: that costs steps, never a result.
void opened(Kind kind, int first, int second, const void* site) {
  // One from before the run would keep what a run leaves in it.
  if (g.mode == Mode::Early) refuse("a pipe, event counter or epoll set before main", site);
  note_descriptors_touched();
  if (!is_running() || first < 0) return;
  if (first >= kMostDescriptors || second >= kMostDescriptors) refuse("so many descriptors", site);
  const std::uint32_t own = g.current->conduits++;
  const std::uint32_t hash = 8 * g.current->id.value + own;
  const std::uint32_t alone = kind == Kind::Pipe           ? SharedState::pipe(hash)
                              : kind == Kind::EventCounter ? SharedState::event_counter(hash)
                                                           : SharedState::kPolled;
  const bool is_in_set = watched::has_any && watched::has_word(channel::word_of_state(alone));
  has_any = true;
  for (const int number : {first, second}) {
    if (number < 0) continue;
    alone_of[number] = alone;
    conduit_of[number] = is_in_set ? SharedState::kPolled : alone;
    is_closed[number] = false;
  }
}

void copied(int from, int to) {
  if (!has_any || to < 0 || to >= kMostDescriptors) return;
  const bool is_known = from >= 0 && from < kMostDescriptors;
  conduit_of[to] = is_known ? conduit_of[from] : 0;
  alone_of[to] = is_known ? alone_of[from] : 0;
  is_closed[to] = is_known && is_closed[from];
}

bool is_conduit(int number) {
  return has_any && number >= 0 && number < kMostDescriptors && conduit_of[number] != 0;
}

ssize_t read(int number, void* buffer, std::size_t size, const void* site) {
  for (;;) {
    Waiting waiting;
    const bool is_ready = waiting.look(number, POLLIN, site) != 0;
    if (is_ready || never_waits(number)) {
      const long got =
          syscalls::call(SYS_read, number, syscalls::as_long(buffer), static_cast<long>(size));
      if (got < 0) return failed(got);
      races::on_acquired();
      wake(conduit_of[number]);
      return got;
    }
    waiting.sleep(false, 0, site);
  }
}

ssize_t write(int number, const void* buffer, std::size_t size, const void* site) {
  std::size_t written = 0;
  for (;;) {
    Waiting waiting;
    static_cast<void>(waiting.look(number, POLLOUT, site));
    const long put =
        write_quietly(number, static_cast<const char*>(buffer) + written, size - written);
    if (put >= 0) {
      written += static_cast<std::size_t>(put);
      end_change(number);
      if (written == size) return static_cast<ssize_t>(written);
    } else if (put == -EPIPE) {
      raise(SIGPIPE);
    }
    const bool is_over = (put < 0 && put != -EAGAIN) || never_waits(number);
    if (is_over) return written > 0 ? static_cast<ssize_t>(written) : failed(put);
    waiting.sleep(false, 0, site);
  }
}

void begin_change(int number, const void* site) {
  visit(Request{.kind = OpKind::FutexWake, .first = object_of(number), .site = site});
}

void end_change(int number) {
  races::on_released();
  wake(conduit_of[number]);
}

// What another thread does with the number afterwards must stay a step on the same object, so the
// number is not used again: a descriptor that allows nothing takes its place.
int close(int number, const void* site) {
  begin_change(number, site);
  if (is_closed[number]) return static_cast<int>(failed(-EBADF));
  is_closed[number] = true;
  const long nothing = syscalls::call(SYS_open, syscalls::as_long("/"), O_PATH | O_CLOEXEC);
  syscalls::call(SYS_dup3, nothing, number, O_CLOEXEC);
  syscalls::call(SYS_close, nothing);
  end_change(number);
  return 0;
}

void put_into_set(int number) {
  if (is_conduit(number) && conduit_of[number] != SharedState::kPolled) {
    watched::add(channel::word_of_state(alone_of[number]));
  }
}

Waiting::Waiting() {
  if (g.current == nullptr) return;
  g.current->is_woken = false;
  wakers[g.current->id.index()] = StepIndex{};
}

Waiting::~Waiting() {
  if (g.current == nullptr) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < registration_count; ++i) {
    if (registrations[i].agent != g.current) registrations[kept++] = registrations[i];
  }
  registration_count = kept;
  g.current->is_woken = false;
}

short Waiting::look(int number, short events, const void* site) {
  visit(Request{.kind = (events & POLLOUT) != 0 ? OpKind::FutexWake : OpKind::FutexWait,
                .first = object_of(number),
                .site = site});
  first_ = first_ < 0 ? number : first_;
  const short found = events_at(number, events);
  g.step->value = found;
  if (g.current != nullptr) {
    if (registration_count == kMostRegistrations) refuse("so many waits for descriptors", site);
    registrations[registration_count++] = {g.current, conduit_of[number], number, events};
  }
  return found;
}

bool Waiting::sleep(bool may_time_out, std::uint64_t nanoseconds, const void* site) {
  if (!is_running()) refuse("a wait for a descriptor with no other thread", site);
  Agent& me = *g.current;
  visit(Request{.kind = may_time_out ? OpKind::FutexTimedResume : OpKind::FutexResume,
                .first = object_of(first_),
                .site = site,
                .is_ready = may_time_out ? nullptr : &is_woken,
                .enabler = may_time_out ? StepIndex{} : wakers[me.id.index()]});
  g.step->value = me.is_woken ? 1 : 0;
  if (me.is_woken) return true;
  me.clock_ns += nanoseconds;
  return false;
}

}  // namespace skein::runtime::conduits
