// SPDX-License-Identifier: Apache-2.0
// What source-DPOR and optimal DPOR have in common.
//
// Both run the program once, look at the races of the run, and for every race that can be reversed
// note at the position where the reversal branches off how to get there: source-DPOR notes a move,
// optimal DPOR a whole sequence in a wakeup tree. Then they go back to the last position where
// something is noted. The recursion Explore(E, ...) of the papers is the current run itself: its
// steps are the path, and per position there is what is still to be explored and what is asleep.
//
// A choice is treated as a race of a step with itself under another choice: the sequence is all
// that does not happen after it, and then the same agent with the other value.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/log.hpp"
#include "explore/census.hpp"
#include "explore/dpor/races.hpp"
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
  // Which races of a run are looked at, and how much of the run belongs to their reversals.
  enum class Scope : std::uint8_t {
    // The races whose second step is new; a reversal has the steps before that one only.
    NewSteps,
    // All races; a reversal has all steps of the run that do not happen after the first.
    WholeRun,
  };

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
  // What became of a reversal, for the debug log.
  static void log_reversal(Position branch, const Move& move, const char* verdict) {
    if (log::is_on(log::Topic::Races)) [[unlikely]]
      write_reversal(branch, move, verdict);
  }
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
  // A race of the current run. A choice not taken is a race of the step with itself.
  struct Race {
    Position first = 0;
    Position second = 0;
    std::uint32_t choice = 0;     // of the second, when reversed
    Position settled = kNowhere;  // what was noted holds while the run agrees up to here
    bool removes_one = true;  // the reversal leaves out the first step and what happens after it
  };

  [[nodiscard]] Position last_left() const;
  void check_shared_steps(const Run& run) const;
  [[nodiscard]] Position note_and_tell();
  [[nodiscard]] Position note_race();
  void note_old(Race& race);
  void note_new(Position step);
  void note_pending(const Pending& pending);
  void note_choices(Position step);
  void write_race(Position first, OpKind second_kind, Position second) const;
  static void write_reversal(Position branch, const Move& move, const char* verdict);

  Scope scope_;
  std::atomic<std::uint32_t>* stays_ = nullptr;  // Run::stays of the current run
  Races finder_{trace_};
  Reversal reversal_{trace_};
  std::vector<Race> races_;  // of the current run, by second; kept if the scope is the whole run
  bool has_begun_ = false;
  std::optional<Census> census_;
};

}  // namespace skein::dpor
