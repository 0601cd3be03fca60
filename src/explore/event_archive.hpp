// The runs explored so far, as sets of events, and the one question asked about them: does one of
// them contain this word?
//
// Every event has the list of the runs that contain it, in their order. A word is contained in a
// run iff its maximal events are; so the lists of these are intersected, beginning with the
// shortest, from the latest run back: the run that answers is mostly a recent one. A word whose
// last operation is an event never seen is contained in none.
//
// This is what makes the explorer exact, and it costs memory: 4 bytes for every event of every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "explore/event_prints.hpp"

namespace skein::event {

// An event of the archive.
using Known = std::uint32_t;
inline constexpr Known kUnknown = 0xffffffffU;

class Archive {
 public:
  // Adds the run whose steps have these prints; `shared` of them are those of the run added before.
  void add(const Prints& prints, Position size, Position shared);
  void clear();

  // The event of a step of the run added last.
  [[nodiscard]] Known at(Position step) const { return run_[step]; }
  [[nodiscard]] Known find(const Print& print) const;
  // Whether a run contains all these events.
  [[nodiscard]] bool contains(std::span<const Known> events);

  [[nodiscard]] std::uint64_t events() const { return lists_.size(); }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  struct PrintHash {
    std::size_t operator()(const Print& print) const { return print.low; }
  };

  std::unordered_map<Print, Known, PrintHash> known_;
  std::vector<std::vector<std::uint32_t>> lists_;  // by event: the runs, ascending
  std::vector<Known> run_;                         // the last one
  std::uint32_t runs_ = 0;
  struct Cursor {
    const std::vector<std::uint32_t>* list = nullptr;
    std::size_t end = 0;  // the runs from here on are above those that are left
  };
  std::vector<Cursor> cursors_;
};

}  // namespace skein::event
