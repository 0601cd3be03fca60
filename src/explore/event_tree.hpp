// The exploration tree of Event-DPOR: what was explored from the points of the current run, and
// what is planned there.
//
// The current run is a path of the tree. At each of its positions there are, from left to right,
// the moves that were explored (done), the step of the run, and a wakeup tree of planned sequences
// [EDPOR Def.7]. Unlike those of optimal DPOR its nodes know which handler a move begins a message
// of, and whether the move is only assumed to be possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/event_word.hpp"
#include "explore/reversal.hpp"

namespace skein::event {

// A planned move.
struct Planned {
  KnownMove move;
  Handler begins = kNoHandler;
  bool is_assumed = false;
};

// An explored one.
struct Done {
  KnownMove move;
  Handler begins = kNoHandler;
  std::uint32_t choices = 1;
  Position origin = 0;  // where in the current run
};

// A sequence that was planned below a message's begin, under an assumption about what that message
// does. Once all is explored below, it is known what the message can do, and the sequence is
// inserted again [EDPOR Sec.5.2, parked wakeup sequences]. If the assumption was wrong, it may not
// have been planned in the right place, and what was explored below does not make it redundant.
struct Parked {
  std::vector<Step> steps;  // from the point where it is parked
  std::vector<Handler> handlers;
  bool has_last = true;  // the last of them is the word's last
  struct Assumption {
    AgentId agent;
    std::size_t ways = 0;  // that it was known to go
  };
  std::vector<Assumption> assumptions;
};

class Tree {
 public:
  // A node, or the list of a node and its younger siblings.
  using Node = std::uint32_t;
  static constexpr Node kNone = 0xffffffffU;

  [[nodiscard]] const Planned& planned(Node n) const { return nodes_[n].planned; }
  [[nodiscard]] Node next(Node n) const { return nodes_[n].next; }
  [[nodiscard]] Node child(Node n) const { return nodes_[n].child; }
  [[nodiscard]] std::vector<Parked>& parked(Node n) { return nodes_[n].parked; }

  // Makes a chain, each the child of the one before; returns the first.
  [[nodiscard]] Node make_chain(const std::vector<Planned>& moves);
  // Appends to a list of siblings.
  void append(Node& list, Node node);
  void append_child(Node parent, Node node);
  // Frees one node; the caller has taken care of its children and siblings.
  void free(Node node);
  // Frees a list with all that is below; leaves it empty.
  void free_all(Node& list);

  // One position of the current run.
  struct Place {
    Node left = kNone;           // the planned siblings of the run's step
    std::vector<Done> done;      // the explored ones
    std::vector<Parked> parked;  // until the run's step is explored
    std::vector<Done> asleep;    // explored here or before, and independent of all steps since
    bool is_leaf = false;        // a planned sequence ended here
    bool is_assumed = false;     // the run's step was only assumed to be possible
  };
  std::vector<Place> places;

 private:
  struct Slot {
    Planned planned;
    Node child = kNone;
    Node next = kNone;
    std::vector<Parked> parked;
  };

  std::vector<Slot> nodes_;
  Node free_ = kNone;
};

}  // namespace skein::event
