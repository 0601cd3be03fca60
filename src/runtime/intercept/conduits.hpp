// SPDX-License-Identifier: Apache-2.0
// Descriptors through which the threads of the process talk to each other: pipes and event counters
// that the run made itself, and sets of them (epoll). The kernel keeps their contents, and they go
// away with the run, since its descriptors are closed. What may have to wait never waits in the
// kernel, where it would stop all agents: it is a sleep, as on a futex.
//
// Each use is a step. A use that has to wait registers at the conduit in its own step, so that no
// change is missed after it, and sleeps; a change of the conduit wakes those that could now go on,
// and these try again. A poll of several conduits looks at one after the other, as the kernel
// does.
//
// What an epoll set answers depends on all conduits in it, and whichever conduit ends a sleep must
// be the object that the sleeper is at. So all sets, the conduits in them, and those that are
// waited for together, are one object: once a conduit becomes one of them, the exploration starts
// over, and knows that from then on (watched.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace skein::runtime::conduits {

enum class Kind : std::uint8_t { Pipe, EventCounter, EpollSet };

void begin_run();

// The current agent has made these descriptors of one new conduit (negative: no such one), or made
// `to` refer to the file of `from`.
void opened(Kind kind, int first, int second, const void* site);
void copied(int from, int to);

// Whether the descriptor is an end of a conduit of this run.
[[nodiscard]] bool is_conduit(int number);

// For descriptors of conduits: libc's functions.
ssize_t read(int number, void* buffer, std::size_t size, const void* site);
ssize_t write(int number, const void* buffer, std::size_t size, const void* site);
int close(int number, const void* site);

// Before the conduit is put into an epoll set, or waited for together with others.
void put_into_set(int number);
// The step in which a conduit or set is changed, and what follows from that.
void begin_change(int number, const void* site);
void end_change(int number);

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
  // Sleeps until a change of a conduit that was looked at; the looks must be repeated then. Returns
  // false after `nanoseconds`, if it `may_time_out`.
  bool sleep(bool may_time_out, std::uint64_t nanoseconds, const void* site);

 private:
  int first_ = -1;  // the descriptor that was looked at first
};

}  // namespace skein::runtime::conduits
