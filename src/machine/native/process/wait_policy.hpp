// SPDX-License-Identifier: Apache-2.0
// How explorer and executor wait for each other.
//
// A hand-over and back was measured to take 0.4 us by spinning on two cores; on one core, 7 us by a
// byte in a pipe, 8 us by futex and 4 us by sched_yield. With ten other tasks on the machine a pipe
// still takes 7 us, because the kernel hands the core straight to the reader; futex takes 25 us,
// spinning 76 us and sched_yield 6,700 us. So both sides spin while a second core is idle. When
// other tasks want the cores, both move to one core and use the pipes. The better way may change,
// so the choice is reviewed from time to time. A pair that was given a core stays there.
#pragma once

#include <cstdint>
#include <sched.h>
#include <sys/types.h>

#include "protocol/channel.hpp"

namespace skein {

class WaitPolicy {
 public:
  // `core`: the core on which both must stay, or -1. `always_spins`: never share a core.
  WaitPolicy(int core, bool always_spins);
  // An explorer must not stay pinned after its machine is gone.
  ~WaitPolicy();
  WaitPolicy(const WaitPolicy&) = delete;
  WaitPolicy& operator=(const WaitPolicy&) = delete;

  // An executor has been started.
  void begin(channel::Channel& channel, pid_t executor);

  // Before each exchange, and after a wait in which spinning did not help.
  void note_exchange(channel::Channel& channel, pid_t executor) {
    if (++exchanges_ % kPeriod == 0) look_again(channel, executor);
  }
  void note_long_wait() { ++long_waits_; }

 private:
  static constexpr std::uint32_t kPeriod = 1024;

  void look_again(channel::Channel& channel, pid_t executor);
  void spin(channel::Channel& channel, pid_t executor);
  void share_core(channel::Channel& channel, pid_t executor);

  int core_;
  bool always_spins_;
  cpu_set_t cores_;  // those we may use
  bool is_sharing_ = false;
  std::uint32_t exchanges_ = 0;
  std::uint32_t long_waits_ = 0;
  std::uint32_t periods_ = 0;
};

}  // namespace skein
