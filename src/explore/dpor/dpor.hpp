// SPDX-License-Identifier: Apache-2.0
// What source-DPOR and optimal DPOR have in common.
//
// Both run the program once, look at the races of the run, and for every race that can be reversed
// note at the position where the reversal branches off how to get there: source-DPOR notes a move,
// optimal DPOR a whole sequence in a wakeup tree. Then they go back to the last position where
// something is noted. The recursion Explore(E, ...) of the papers is the current run itself: its
// steps are the path, and per position there is what is still to be explored and what is asleep.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explore/census.hpp"
#include "explore/dpor/race_log.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/dpor/sleep_sets.hpp"
#include "explore/dpor/trace.hpp"
#include "explore/explorer.hpp"

namespace skein::dpor {

class Dpor : public Explorer {
 public:
  const Plan* next() final;
  void observe(const Run& run) final;
  [[nodiscard]] std::uint64_t events() const final { return census_ ? census_->events() : 0; }

 protected:
  using Scope = RaceLog::Scope;

  Dpor(const Bounds& bounds, bool counts_events, Scope scope);

  // The plan has been taken back to where something is left, the last entry of left_: takes the
  // first of it into the plan, its prefix and sleep.
  virtual void turn() = 0;
  // The run is the plan's, up to its end or to a bound: get ready for its positions.
  virtual void extend(const Run& run) = 0;
  // Notes a reversal, unless it is redundant. The reversal may be changed. Returns for how long
  // this holds: for all runs that agree with this one up to and including that position.
  virtual Position note(Reversal& reversal) = 0;

  [[noreturn]] void fail(const char* what) const;
  // The plan begins with the current run up to `length`.
  void replay(Position length);

  Plan plan_;
  Position branch_ = 0;  // the plan's moves before this are those of the run before
  Trace trace_;
  SleepSets sleep_;
  // For each position of the run what is still to be explored there, by a number of the explorer's.
  static constexpr std::uint32_t kNothing = 0xffffffffU;
  std::vector<std::uint32_t> left_;

 private:
  [[nodiscard]] Position last_left() const;
  void check_shared_steps(const Run& run) const;
  [[nodiscard]] Position note_and_tell(Reversal& reversal);
  [[nodiscard]] Position note_race(Reversal& reversal);

  std::atomic<std::uint32_t>* stays_ = nullptr;  // Run::stays of the current run
  RaceLog races_;
  bool has_begun_ = false;
  std::optional<Census> census_;
};

}  // namespace skein::dpor
