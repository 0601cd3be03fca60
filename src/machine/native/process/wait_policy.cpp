// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/wait_policy.hpp"

#include <cstdio>

namespace skein {

namespace {

// About 50 us: a longer wait is long compared with any hand-over.
constexpr std::uint32_t kSpinRounds = 2000;

// The number of tasks that want to run right now, including this one and an executor that has just
// been started; 0 if unknown.
int running_tasks() {
  std::FILE* file = std::fopen("/proc/loadavg", "re");
  if (file == nullptr) return 0;
  int running = 0;
  if (std::fscanf(file, "%*f %*f %*f %d/", &running) != 1) running = 0;
  std::fclose(file);
  return running;
}

void pin(pid_t process, int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(core), &one);
  sched_setaffinity(process, sizeof(one), &one);
}

}  // namespace

WaitPolicy::WaitPolicy(int core, bool always_spins) : core_(core), always_spins_(always_spins) {
  CPU_ZERO(&cores_);
  sched_getaffinity(0, sizeof(cores_), &cores_);
}

WaitPolicy::~WaitPolicy() { sched_setaffinity(0, sizeof(cores_), &cores_); }

void WaitPolicy::begin(channel::Channel& channel, pid_t executor) {
  const bool has_idle_core =
      core_ < 0 && CPU_COUNT(&cores_) > 1 && running_tasks() <= CPU_COUNT(&cores_);
  if (always_spins_ || (has_idle_core && !is_sharing_)) {
    spin(channel, executor);
  } else {
    share_core(channel, executor);
  }
}

void WaitPolicy::look_again(channel::Channel& channel, pid_t executor) {
  if (always_spins_) return;
  if (!is_sharing_ && long_waits_ > kPeriod / 4) {
    share_core(channel, executor);
  } else if (is_sharing_ && core_ < 0 && CPU_COUNT(&cores_) > 1 && ++periods_ % 4 == 0 &&
             running_tasks() <= 1) {
    spin(channel, executor);
  }
  long_waits_ = 0;
}

void WaitPolicy::spin(channel::Channel& channel, pid_t executor) {
  is_sharing_ = false;
  sched_setaffinity(0, sizeof(cores_), &cores_);
  sched_setaffinity(executor, sizeof(cores_), &cores_);
  channel.spin_rounds.store(kSpinRounds, std::memory_order_relaxed);
}

void WaitPolicy::share_core(channel::Channel& channel, pid_t executor) {
  is_sharing_ = true;
  const int core = core_ >= 0 ? core_ : sched_getcpu();
  pin(0, core);
  pin(executor, core);
  channel.spin_rounds.store(0, std::memory_order_relaxed);
}

}  // namespace skein
