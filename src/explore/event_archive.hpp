// The runs explored so far, as sets of events, and the one question asked about them: does one of
// them contain this word?
//
// Every event has the set of the runs that contain it. A word is contained in a run iff its maximal
// events are; so the sets of these are intersected, from the latest run back: the run that answers
// is mostly a recent one. A word whose last operation is an event never seen is contained in none.
//
// A set is a list, or, once it has one run in 32, a row of bits: programs that consist of
// independent parts have words that a single run in thousands contains, and whose sets are all
// large; rows of bits are intersected 64 runs at a time. (consensus(4): 18 s with lists alone, 5
// with bits.)
//
// This is what makes the explorer exact, and it costs memory: at most 4 bytes for every event of
// every run.
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

  [[nodiscard]] std::uint64_t events() const { return sets_.size(); }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  struct PrintHash {
    std::size_t operator()(const Print& print) const { return print.low; }
  };

  std::unordered_map<Print, Known, PrintHash> known_;
  // A set of runs: a list, ascending, or bits.
  struct Runs {
    std::vector<std::uint32_t> list;
    std::vector<std::uint64_t> bits;
    std::uint32_t count = 0;

    [[nodiscard]] bool is_dense() const { return !bits.empty(); }
    [[nodiscard]] bool has_bit(std::uint32_t run) const {
      return run / 64 < bits.size() && ((bits[run / 64] >> (run % 64)) & 1U) != 0;
    }
    void add(std::uint32_t run);
  };
  struct Cursor {
    const std::vector<std::uint32_t>* list = nullptr;
    std::size_t end = 0;  // the runs from here on are above those that are left
    // Goes down to the last run that is not above this one; false if there is none.
    bool go_down(std::uint32_t run);
    [[nodiscard]] std::uint32_t run() const { return (*list)[end - 1]; }
  };

  [[nodiscard]] bool have_common_bit() const;
  [[nodiscard]] bool have_common_run();

  std::vector<Runs> sets_;  // by event
  std::vector<Known> run_;  // the last one
  std::uint32_t runs_ = 0;
  std::vector<Cursor> lists_;       // of the question asked: its sets that are lists,
  std::vector<const Runs*> dense_;  // and those that are not
};

}  // namespace skein::event
