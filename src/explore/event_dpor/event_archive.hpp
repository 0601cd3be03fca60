// SPDX-License-Identifier: Apache-2.0
// The runs explored so far, as sets of events, and the one question asked about them: does one of
// them contain this word?
//
// Every event has the set of the runs that contain it. A word is contained in a run iff its maximal
// events are; so the sets of these are intersected, from the latest run back: the run that answers
// is mostly a recent one. A word whose last operation is an event never seen is contained in none.
//
// What is to be explored is a stack, so a run is like the one before, and most of its events are in
// both. So a set is a list of intervals: on average an event has one or two. An interval is
// open while the latest run has the event: a run costs only the events by which it differs from
// the one before. (Lists of runs had ten times as many entries: db-cache(4) took 291 MB instead of
// 113. With rows of bits for the large ones consensus(4) was about as fast as it is now.)
//
// This is what makes the explorer exact, and it costs memory: some 50 bytes for every event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/event_dpor/event_prints.hpp"

namespace skein::event {

// An event of the archive.
using Known = std::uint32_t;
inline constexpr Known kUnknown = 0xffffffffU;

// Numbers for prints: open addressing, with the prints themselves in a row.
class PrintTable {
 public:
  [[nodiscard]] Known find(const Print& print) const { return slots_[slot_of(print)]; }
  // Its number; the next one if it has none yet.
  Known add(const Print& print);
  [[nodiscard]] std::size_t size() const { return prints_.size(); }
  void clear();

 private:
  static constexpr std::size_t kSmallest = 1024;
  // Where it is, or would be.
  [[nodiscard]] std::size_t slot_of(const Print& print) const;

  std::vector<Print> prints_;
  std::vector<Known> slots_ = std::vector<Known>(kSmallest, kUnknown);
};

class Archive {
 public:
  // Adds the run whose steps have these prints; `shared` of them are those of the run added before.
  void add(const Prints& prints, Position size, Position shared);
  void clear();

  // The event of a step of the run added last.
  [[nodiscard]] Known at(Position step) const { return run_[step]; }
  [[nodiscard]] Known find(const Print& print) const { return known_.find(print); }
  // Whether a run contains all these events.
  [[nodiscard]] bool contains(std::span<const Known> events);

  [[nodiscard]] std::uint64_t events() const { return sets_.size(); }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  using RunNumber = std::uint32_t;
  static constexpr RunNumber kOpen = 0xffffffffU;  // as an end: the latest run has it
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Interval {
    RunNumber begin = 0;
    RunNumber end = 0;  // not in it
  };
  // The runs of an event: an interval, and where those before it are.
  struct Runs {
    Interval last;
    std::uint32_t earlier = kNone;  // in earlier_
  };
  // A set on its way down.
  struct Cursor {
    Interval now;
    const std::vector<Interval>* earlier = nullptr;
    std::size_t left = 0;  // of these so many are below `now`

    // Goes down to the last interval that begins at or before the run; false if there is none.
    bool go_down(RunNumber run);
  };

  void begin_interval(Runs& runs);

  PrintTable known_;
  std::vector<Runs> sets_;                      // by event
  std::vector<std::vector<Interval>> earlier_;  // ascending
  std::vector<Known> run_;                      // the last one
  RunNumber runs_ = 0;
  std::vector<Cursor> cursors_;  // of the question asked
};

}  // namespace skein::event
