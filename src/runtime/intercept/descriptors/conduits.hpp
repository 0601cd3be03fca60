// SPDX-License-Identifier: Apache-2.0
// Descriptors through which the threads of the process talk to each other: pipes, eventfds
// and sockets that the run made itself, and sets of them (epoll). The kernel keeps their contents,
// and they go away with the run, since its descriptors are closed. What may have to wait never
// waits in the kernel, where it would stop all agents: it is a sleep, as on a futex.
//
// Each use is a step. A use that has to wait registers at the conduit in its own step, so that no
// change is missed after it, and sleeps; a change of the conduit wakes those that could now go on,
// and these try again. A poll of several conduits looks at one after the other, as the kernel
// does.
//
// What an epoll set answers depends on all conduits in it, and whichever conduit ends a sleep must
// be the object that the sleeper is at. So all sets, the conduits in them, and those that are
// waited for together, are one object: once a conduit becomes one of them, the exploration starts
// over, and knows that from then on (watched.hpp). Sockets with an address belong to it too
// (sockets.hpp).
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <poll.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "core/ids.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::conduits {

enum class Kind : std::uint8_t { Pipe, EventFd, Timer, Socket, SignalSet, EpollSet };

inline constexpr int kMostDescriptors = 1024;

// What is known of a descriptor. Its conduit is fixed when it is made: which object an operation
// touches must not depend on the schedule.
struct Descriptor {
  std::uint32_t conduit = 0;      // the state that represents it; 0: it is no conduit
  std::uint32_t own_conduit = 0;  // the same, were it in no epoll set
  std::uint64_t reads = 0;        // names the channel from which it reads, for the race detector
  std::uint64_t writes = 0;       // names the channel to which it writes
  bool is_closed = false;
  bool is_polled = false;  // it is one of those that are polled together, maybe not known before
};

void begin_run();

// The current agent has made these descriptors of one new conduit (negative: no such one), or made
// `to` refer to the file of `from`.
void opened(Kind kind, int first, int second, const void* site);
void copied(int from, int to);
// The descriptor is the other end of this one's conduit.
void opened_opposite(const Descriptor& end, int number, const void* site);

// Whether the descriptor is an end of a conduit of this run.
[[nodiscard]] bool is_conduit(int number);
[[nodiscard]] const Descriptor& description_of(int number);
// Whether it is in the mode that never waits.
[[nodiscard]] bool never_waits(int number);

// For descriptors of conduits: libc's functions.
ssize_t read(int number, const iovec* given, int count, const void* site);
ssize_t write(int number, const iovec* given, int count, const void* site);
int close(int number, const void* site);
// In the step of a close.
void finish_close(int number);

// Before the conduit is put into an epoll set, or waited for together with others.
void put_into_set(int number);
// The object of the sets and of what is in them.
[[nodiscard]] ObjectId polled_object();
// The step in which a conduit or set is changed, and what follows from that.
void begin_change(int number, const void* site);
void end_change(int number);
// Agents that wait for this conduit look again if what they wait for is there.
void wake(std::uint32_t conduit);
// Agents that wait for this conduit look again in any case.
void rouse(int number);

// What the current agent did so far happens before what is done with what comes through the
// channel; and the current agent has got something from it.
void on_sent(std::uint64_t channel);
void on_got(std::uint64_t channel);

// A wait for several descriptors.
class Waiting {
 public:
  Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  Waiting(Waiting&&) = delete;
  Waiting& operator=(Waiting&&) = delete;
  ~Waiting();

  // A step: returns which of the poll events the conduit has, and errors. From here on a change of
  // the conduit ends the sleep.
  short look(int number, short events, const void* site);
  // look() in two parts, for looks with a choice: the step, which returns the choice, and what
  // follows in it. (The second alone: in a step of the caller's on the conduit's object.)
  std::uint32_t begin_look(int number, short events, const void* site, ChoiceCount count = nullptr,
                           std::uint64_t detail = 0);
  short watch(int number, short events, const void* site);
  // Sleeps until a change of a conduit that was looked at, or until a timer expires; the looks must
  // be repeated then. Returns false after `nanoseconds`, if it `may_time_out`.
  bool sleep(bool may_time_out, std::uint64_t nanoseconds, const void* site);
  // Whether a timer has ended it.
  [[nodiscard]] bool has_seen_timer() const { return has_seen_timer_; }
  // Whether a handler has run, and ends calls that can be restarted; or any call.
  [[nodiscard]] bool is_ended() const { return interruption_ == signals::Interruption::Ends; }
  [[nodiscard]] bool is_interrupted() const { return interruption_ != signals::Interruption::None; }

 private:
  void interrupt(std::uint32_t which, const void* site);

  signals::Interruption interruption_ = signals::Interruption::None;
  bool has_seen_timer_ = false;
  int first_ = -1;  // the descriptor that was looked at first
};

// A read or write, while it lasts. As in the kernel, it keeps its file even if another thread
// closes the descriptor meanwhile; an agent that waits in it goes on waiting.
class Transfer {
 public:
  explicit Transfer(int number);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  Transfer(Transfer&&) = delete;
  Transfer& operator=(Transfer&&) = delete;
  ~Transfer();

  // The descriptor to use.
  [[nodiscard]] int number() const;

 private:
  int number_;
};

// How long a transfer may wait.
struct Patience {
  bool waits = true;
  std::uint64_t nanoseconds = 0;  // 0: for ever
};

// Takes something from a conduit by a call of the kernel on the descriptor it is given, which does
// not wait if there is something, or if the conduit never waits. Returns its result: a negative one
// is an error number.
template <class Attempt>
long receive(int number, Patience patience, const void* site, Attempt attempt) {
  signals::at_call(site);
  const Transfer transfer(number);
  for (;;) {
    Waiting waiting;
    const bool is_ready = waiting.look(number, POLLIN, site) != 0;
    if (is_ready || !patience.waits) {
      const long got = attempt(transfer.number());
      if (got >= 0) {
        on_got(description_of(number).reads);
        wake(description_of(number).conduit);
      }
      return got;
    }
    if (!waiting.sleep(patience.nanoseconds > 0, patience.nanoseconds, site)) return -EAGAIN;
    if (waiting.is_ended()) return -EINTR;
  }
}

// Puts `size` bytes into a conduit, by calls that never wait and get the descriptor and the number
// of bytes that are already there. Returns as the kernel does.
template <class Attempt>
long transmit(int number, std::size_t size, Patience patience, const void* site, Attempt attempt) {
  signals::at_call(site);
  const Transfer transfer(number);
  std::size_t written = 0;
  for (;;) {
    Waiting waiting;
    static_cast<void>(waiting.look(number, POLLOUT, site));
    const long put = attempt(transfer.number(), written);
    if (put >= 0) {
      written += static_cast<std::size_t>(put);
      end_change(number);
      if (written >= size) return static_cast<long>(written);
    }
    const bool is_over = (put < 0 && put != -EAGAIN) || !patience.waits;
    if (is_over) return written > 0 ? static_cast<long>(written) : put;
    if (!waiting.sleep(patience.nanoseconds > 0, patience.nanoseconds, site)) {
      return written > 0 ? static_cast<long>(written) : -EAGAIN;
    }
    if (waiting.is_ended()) return written > 0 ? static_cast<long>(written) : -EINTR;
  }
}

}  // namespace skein::runtime::conduits
