// SPDX-License-Identifier: Apache-2.0
// Decides at which steps of a run a snapshot pays (run_snapshots.hpp). Plain arithmetic, without
// clocks and processes, so that it can be tested alone.
//
// A depth-first search mostly changes the end of the last run. A snapshot is taken once the time
// since the one before it is at least a quarter of the time that is left to the end of the run. So
// they get denser towards the end, and going back to any step repeats at most a quarter of what has
// to be executed from that step on anyway. A run of n times the cost of a snapshot gets some log(n)
// of them.
//
// A snapshot costs a fork, a copy of each page that is written afterwards, and the end of a
// process. What it saves is the way from main. If that does not pay, as with random schedules, no
// snapshots are taken for a while, and each time for twice as long.
#pragma once

#include <cstdint>

namespace skein::runtime::snapshots {

using Ticks = std::uint64_t;  // of the processor's clock

// What all processes of a program have learned together. All zero is its initial state.
class Experience {
 public:
  static constexpr std::uint32_t kMostSnapshots = 32;  // at once
  static constexpr Ticks kWorth = 2;                   // a snapshot saves this many times its cost
  static constexpr Ticks kPatience = 32;               // useless snapshots until it gives up
  static constexpr std::uint32_t kFirstPause = 64;     // runs
  static constexpr std::uint32_t kLongestPause = 1U << 20U;
  static constexpr std::uint32_t kLooks = 512;  // at the clock, in a run

  // A run begins at main. Returns whether it may take snapshots.
  [[nodiscard]] bool begin_run() {
    if (pause_left_ == 0) return run_ticks_ > 0 && run_ticks_ >= kWorth * cost_;
    --pause_left_;
    return false;
  }

  // The number of steps from one look at the clock to the next.
  [[nodiscard]] std::uint32_t stride() const { return run_steps_ / kLooks + 1; }

  // Whether to take a snapshot after `now` ticks of the run, `since` of them since the last one.
  [[nodiscard]] bool pays(Ticks since, Ticks now) const {
    // A run that is longer than the last is expected to be longer by as much again.
    const Ticks left = now < run_ticks_ ? run_ticks_ - now : now - run_ticks_;
    return pause_left_ == 0 && since >= kWorth * cost_ && since >= left / 4;
  }

  // Whether another snapshot fits, next to `count` others. The first is alone, until it is known
  // what it costs.
  [[nodiscard]] bool fits(std::uint32_t count, std::uint64_t bytes) const {
    constexpr std::uint64_t kPage = 4096;
    if (cost_ == 0 && count > 0) return false;
    return count < kMostSnapshots && (count + 1) * pages_ * kPage <= bytes;
  }

  void note_run(Ticks ticks, std::uint32_t steps) {
    run_ticks_ = ticks;
    run_steps_ = steps;
  }

  // A process was forked, has touched `pages` and has ended.
  void note_process(Ticks cost, std::uint64_t pages) {
    cost_ = cost_ == 0 ? cost : (7 * cost_ + cost) / 8;
    pages_ = (pages_ * 7 + pages) / 8 > pages ? (pages_ * 7 + pages) / 8 : pages;
    balance_ -= static_cast<std::int64_t>(cost);
    const std::int64_t limit = patience();
    if (balance_ > -limit) return;
    pause_ = pause_ == 0 ? kFirstPause : pause_ < kLongestPause ? 2 * pause_ : pause_;
    pause_left_ = pause_;
    balance_ = -limit / 4 * 3;
  }

  // A run began at a snapshot, `ticks` after main.
  void note_saved(Ticks ticks) {
    const std::int64_t most = 8 * patience();
    balance_ += static_cast<std::int64_t>(ticks);
    if (balance_ <= most) return;
    balance_ = most;
    pause_ = 0;
  }

 private:
  [[nodiscard]] std::int64_t patience() const {
    return static_cast<std::int64_t>(kPatience * cost_);
  }

  Ticks run_ticks_ = 0;  // the last whole run, from main to its end; 0: none yet
  Ticks cost_ = 0;       // of a snapshot, on average
  std::uint64_t pages_ = 0;
  std::int64_t balance_ = 0;  // time saved, less the time spent
  std::uint32_t run_steps_ = 0;
  std::uint32_t pause_ = 0;  // the length of the last pause, in runs
  std::uint32_t pause_left_ = 0;
};

}  // namespace skein::runtime::snapshots
