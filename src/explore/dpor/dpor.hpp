// SPDX-License-Identifier: Apache-2.0
// What source-DPOR and optimal DPOR have in common.
//
// Both run the program once and look at the races of the run. For every race that can be reversed
// they add to the backtrack set of the position where the reversal branches off: source-DPOR adds a
// move, optimal DPOR a whole sequence in a wakeup tree. Then they go back to the last position
// whose backtrack set is not empty. The recursion Explore(E, ...) of the papers is the current run
// itself: its steps are the path, and each position has a backtrack set and a sleep set.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/log.hpp"
#include "explore/dpor/race_log.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/dpor/sleep_sets.hpp"
#include "explore/dpor/trace.hpp"
#include "explore/event_counter.hpp"
#include "explore/explorer.hpp"

namespace skein::dpor {

class Dpor : public Explorer {
 public:
  const Plan* next() final;
  void observe(const Run& run) final;
  [[nodiscard]] std::uint64_t events() const final { return counter_ ? counter_->events() : 0; }

 protected:
  using Scope = RaceLog::Scope;

  Dpor(const Bounds& bounds, bool counts_events, Scope scope);

  // Removes the first element of the last backtrack set and appends it to the plan. REQUIRES: the
  // plan ends at the position of that set, which is the last of backtrack_.
  virtual void descend() = 0;
  // Makes backtrack_ and sleep_ as long as the run. REQUIRES: the run has followed the plan to its
  // end or to a bound.
  virtual void extend(const Run& run) = 0;
  // Adds a reversal to the backtrack set of its branch, unless it is redundant. May change the
  // reversal. The decision is the same for all runs that agree with this one up to and including
  // the returned position; none if it depends on the whole run.
  virtual Position add_backtrack(Reversal& reversal) = 0;

  [[noreturn]] void fail(const char* what) const;
  // What became of a reversal, for the debug log.
  static void log_reversal(Position branch, const Move& move, const char* verdict) {
    if (log::is_on(log::Topic::Races)) [[unlikely]]
      write_reversal(branch, move, verdict);
  }
  // Makes the current run, up to `length`, the beginning of the plan.
  void replay(Position length);

  [[nodiscard]] BacktrackId& backtrack_at(Position i) { return backtrack_[i.index()]; }

  Plan plan_;
  Position branch_{0U};  // the plan's moves before this position are those of the previous run
  Trace trace_;
  SleepSets sleep_;
  std::vector<BacktrackId> backtrack_;  // of each position of the run

 private:
  [[nodiscard]] Position last_backtrack() const;
  void check_shared_steps(const Run& run) const;
  [[nodiscard]] Position add_and_announce(Reversal& reversal);
  [[nodiscard]] Position add_race(Reversal& reversal);
  static void write_reversal(Position branch, const Move& move, const char* verdict);

  // Run::reusable_prefix of the current run.
  std::atomic<std::uint32_t>* reusable_prefix_ = nullptr;
  RaceLog races_;
  bool has_begun_ = false;
  std::optional<EventCounter> counter_;
};

}  // namespace skein::dpor
