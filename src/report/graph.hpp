// SPDX-License-Identifier: Apache-2.0
// The unfolding as a picture, for Graphviz.
//
// Built from the runs alone, by the plain event table: boxes are events, arrows immediate causality
// (arrows implied by others are left out), dashed red lines immediate conflict. Two events conflict
// if no run contains both; immediately so, if nothing in their past already conflicts. The cost is
// quadratic in the number of events and bits, so this is for small programs.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/names.hpp"
#include "core/run.hpp"
#include "findings/event_table.hpp"

namespace skein {

// The relations between the events of a table.
struct EventRelations {
  using Number = EventTable::Number;
  using Pair = std::pair<Number, Number>;  // smaller number first
  std::vector<Pair> immediate_causes;      // (cause, effect)
  std::vector<Pair> immediate_conflicts;
};

[[nodiscard]] EventRelations relations_of(const EventTable& table);

// The unfolding with everything that a drawing shows.
struct UnfoldingPicture {
  struct Event {
    std::uint32_t agent = 0;
    std::string text;  // "main: lock m"
    std::string site;  // may be empty
    std::string mark;  // "violation", "cut" or empty
  };
  std::vector<Event> events;
  EventRelations relations;
  std::size_t configurations = 0;  // maximal ones
  bool is_whole = true;            // nothing was cut or stopped
};

class UnfoldingGraph {
 public:
  // Throws UserError once there are more than `most_events`.
  explicit UnfoldingGraph(std::size_t most_events) : most_events_(most_events) {}

  void add(const Run& run);

  [[nodiscard]] std::size_t events() const { return table_.events().size(); }
  [[nodiscard]] std::size_t configurations() const { return maximal_.size(); }  // maximal ones

  // In the language of dot. `title` is shown below the picture.
  [[nodiscard]] std::string to_dot(const Names& names, const std::string& title) const;

  [[nodiscard]] UnfoldingPicture picture(const Names& names) const;

 private:
  [[nodiscard]] std::string label_of(std::size_t event, const Names& names) const;

  enum class Mark : std::uint8_t { None, Cut, Violation };

  std::size_t most_events_;
  EventTable table_;
  std::vector<Mark> marks_;  // by event
  std::unordered_set<std::string> maximal_;
};

}  // namespace skein
