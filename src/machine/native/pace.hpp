// How explorer and executor wait for each other.
//
// Measured for a hand-over and back: spinning on two cores 0.4 us, yielding on one core 4 us, futex on
// one core 7 us, futex across cores 50 us. So both spin while a second core is idle; when others
// want the cores, the pair moves to one core and yields. Which of the two is better may change
// while we run, so it is looked at again from time to time. A pair that was given a core stays there.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <cstdint>

#include "runtime/channel.hpp"

namespace skein {

class Pace {
 public:
  // `core`: where both have to stay, or -1.
  explicit Pace(int core);
  // A pinned explorer must not stay so after its machine is gone.
  ~Pace();
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;

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
  cpu_set_t cores_;  // those we may use
  bool is_sharing_ = false;
  std::uint32_t exchanges_ = 0;
  std::uint32_t long_waits_ = 0;
  std::uint32_t periods_ = 0;
};

}  // namespace skein
