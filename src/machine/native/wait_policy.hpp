// SPDX-License-Identifier: Apache-2.0
// How explorer and executor wait for each other.
//
// Measured for a hand-over and back: spinning on two cores 0.4 us; on one core, by a byte in a pipe
// 7 us, by futex 8 us, by sched_yield 4 us. But with ten other tasks on the machine: pipe still 7
// us, since the kernel hands the core straight to the reader; futex 25 us, spinning 76 us,
// sched_yield 6,700 us. So both spin while a second core is idle; when others want the cores, the
// pair moves to one core and uses the pipes. Which of the two is better may change while we run, so
// it is looked at again from time to time. A pair that was given a core stays there.
#pragma once

#include <cstdint>
#include <sched.h>
#include <sys/types.h>

#include "protocol/channel.hpp"

namespace skein {

class WaitPolicy {
 public:
  // `core`: where both have to stay, or -1. `always_spins`: never share one.
  WaitPolicy(int core, bool always_spins);
  // A pinned explorer must not stay so after its machine is gone.
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
