// SPDX-License-Identifier: Apache-2.0
// The runs explored so far, as sets of events. The archive answers one question: does one of the
// runs contain this cut?
//
// Every event has the set of the runs that contain it. A run contains a cut iff it contains the
// cut's maximal events. So the archive intersects the sets of these events, from the latest run
// backwards, since the answer is mostly a recent run. A cut whose last operation is an event never
// seen is in no run.
//
// The backlog is a stack, so most events of a run are also in the previous run. A set is therefore
// a list of intervals; an average event has one or two. An interval is open while the latest run
// has the event, so adding a run costs only the events by which it differs from the previous one.
// (Lists of runs had ten times as many entries: db-cache(4) took 291 MB instead of 113. Rows of
// bits for the large sets made consensus(4) about as fast as it is now.)
//
// The archive makes the explorer exact, at the price of some 50 bytes of memory per event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/event_identity.hpp"
#include "core/flat_table.hpp"
#include "explore/dpor/trace.hpp"

namespace skein::event {

using dpor::Position;

// An event of the archive; none: an event of no run.
using KnownEvent = Id<struct KnownEventTag>;

// Numbers for fingerprints. The fingerprints are in a vector; the table holds their numbers.
class FingerprintTable {
 public:
  // The number of the fingerprint; none if it has none.
  [[nodiscard]] KnownEvent find(const WideFingerprint& fingerprint) const;
  // The number of the fingerprint; the next free one if it has none yet.
  KnownEvent add(const WideFingerprint& fingerprint);
  [[nodiscard]] std::size_t size() const { return fingerprints_.size(); }
  void clear();

 private:
  static constexpr std::size_t kSmallest = 1024;
  struct Slot {
    KnownEvent event;
    [[nodiscard]] bool is_free() const { return event.is_none(); }
  };
  static std::uint64_t hash(const WideFingerprint& fingerprint) { return fingerprint.lanes[1]; }

  std::vector<WideFingerprint> fingerprints_;
  FlatTable<Slot> table_{kSmallest};
};

class Archive {
 public:
  // Adds the run whose steps have these fingerprints. It shares its first `shared` steps with the
  // run added before.
  template <class AnyFingerprints>
  void add(const AnyFingerprints& fingerprints, Position size, Position shared) {
    close_from(shared);
    for (Position i = shared; i < size; ++i) append(fingerprints[i]);
    runs_ = RunId{runs_.value + 1};
  }
  void clear();

  // The event of a step of the run added last.
  [[nodiscard]] KnownEvent at(Position step) const { return run_[step.index()]; }
  [[nodiscard]] KnownEvent find(const WideFingerprint& fingerprint) const {
    return known_.find(fingerprint);
  }
  // Whether some run contains all these events.
  [[nodiscard]] bool contains(std::span<const KnownEvent> events);

  [[nodiscard]] std::uint64_t events() const { return sets_.size(); }
  [[nodiscard]] std::uint64_t runs() const { return runs_.value; }

 private:
  using RunId = Id<struct ArchivedRunTag>;

  struct Interval {
    RunId begin{0U};
    RunId end{0U};  // the first run after the interval; none while the interval is open
  };
  using EarlierId = Id<struct EarlierTag>;
  // The runs of an event: the last interval, and where the earlier ones are.
  struct Runs {
    Interval last;
    EarlierId earlier;
  };
  // A position in a set, moving down.
  struct Cursor {
    Interval now;
    const std::vector<Interval>* earlier = nullptr;
    std::size_t left = 0;  // the number of `earlier` intervals below `now`

    // Goes down to the last interval that begins at or before the run; false if there is none.
    bool go_down(RunId run);
  };

  void close_from(Position shared);
  void append(const WideFingerprint& fingerprint);
  void begin_interval(Runs& runs);

  FingerprintTable known_;
  std::vector<Runs> sets_;                      // by event
  std::vector<std::vector<Interval>> earlier_;  // by EarlierId; ascending
  std::vector<KnownEvent> run_;                 // the last run
  RunId runs_{0U};                              // the next run
  std::vector<Cursor> cursors_;                 // scratch of contains()
};

}  // namespace skein::event
