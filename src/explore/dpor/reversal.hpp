// SPDX-License-Identifier: Apache-2.0
// A race to be reversed, and the sequence of moves that reverses it.
//
// Let E be the current run and D a set of its steps. The history H is all steps of E that neither
// are in D nor happen after a step of D. If an operation `a` of agent q, which E executes after D
// (or never, being blocked), can be executed after H, then H.a is a different behaviour. E' is E up
// to the first step of D: there the sequence v = (H after E').a branches off. In the papers D is
// one step d, the first of a race (d, a), and v is notdep(d, E).a [EDPOR Sec.3.1]. Only writers of
// readers-writer locks need larger sets.
//
// v is never built just to be examined: it is a view of the trace, and all questions about it are
// answered by walking back along the touches of one object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/step.hpp"
#include "explore/dpor/trace.hpp"

namespace skein::dpor {

// A move with everything that sleep sets and wakeup trees must know about it.
struct KnownMove {
  Move move;
  Operation op;
  std::uint32_t index = 0;  // the number of the agent's earlier steps
};

inline KnownMove known_move(const Item& item) {
  return KnownMove{item.move(), item.op, item.index};
}

// Whether a sleeping or planned move remains the same after another move.
inline bool is_independent(const KnownMove& a, const KnownMove& b) {
  return a.move.agent != b.move.agent && !depends(a.op, b.op);
}

// The head of a backtrack set: what is still to be explored from a position. The explorer defines
// what the number means: a wakeup tree, or a list of moves. None: nothing is left.
using BacktrackId = Id<struct BacktrackTag>;

class Reversal {
 public:
  explicit Reversal(const Trace& trace) : trace_(&trace) {}

  // v ends with `last`, which is the step at `at` (or no step of the run, if `at` is none), and
  // contains no step of the run from position `end` on.
  void start(const KnownMove& last, Position at, Position end) {
    last_ = last;
    at_ = at;
    end_ = end;
    removed_.clear();
    branch_ = Position{};
    front_ = Position{0U};
  }
  // Puts a step into D.
  void remove(Position d) {
    removed_.push_back(d);
    if (d < branch_) branch_ = d;
    first_ = (*trace_)[removed_.front()].agent;
    first_index_ = (*trace_)[removed_.front()].index;
  }

  [[nodiscard]] bool removes_one() const { return removed_.size() == 1; }

  void set_choice(std::uint32_t choice) { last_.move.choice = choice; }
  // The last of v, executed after H, may have another outcome than in the run.
  void set_operation(const Operation& op) { last_.op = op; }

  // The position of E' in the run: the length of E'.
  [[nodiscard]] Position branch() const { return branch_; }
  [[nodiscard]] const KnownMove& last() const { return last_; }
  [[nodiscard]] Position end() const { return end_; }

  // Whether a step is in H.
  [[nodiscard]] bool keeps(Position x) const {
    // Nearly always D is one step.
    if (trace_->known_steps(x, first_) > first_index_) return false;
    for (std::size_t i = 1; i < removed_.size(); ++i) {
      if (trace_->is_before(removed_[i], x)) return false;
    }
    return true;
  }

  // Removes a move from the front of v; from then on v is what is left. REQUIRES: the move is in v,
  // and no move of its agent is in v before it.
  void consume(const KnownMove& move) {
    const std::size_t agent = move.move.agent.index();
    if (agent >= consumed_.size()) consumed_.resize(agent + 1, 0);
    if (consumed_[agent] == 0) consumers_.push_back(move.move.agent);
    consumed_[agent] = move.index + 1;
  }
  void restore() {
    for (const AgentId agent : consumers_) consumed_[agent.index()] = 0;
    consumers_.clear();
    front_ = Position{0U};
  }

  // Whether the step is in (the rest of) v. REQUIRES x >= branch().
  [[nodiscard]] bool contains(Position x) const {
    const Item& item = (*trace_)[x];
    return x < end_ && item.index >= consumed(item.agent) && keeps(x);
  }
  [[nodiscard]] bool contains_last() const { return last_.index >= consumed(last_.move.agent); }

  enum class Initial : std::uint8_t {
    No,    // it cannot come first in v, nor before v
    Weak,  // its agent is not in v and it depends on nothing in v: it can come before v
    Yes,   // it is in v and can come first
  };
  // Whether a move that is possible at E' (after the consumed moves) is an initial or a weak
  // initial of v [EDPOR Def.4]. If it is an initial, `own` is its position in the run, or 0 if it
  // is the last of v.
  [[nodiscard]] Initial initial(const KnownMove& move, Position& own) {
    // Moves are mostly asked about in the order of v. Then this is the step: the move is possible,
    // so it is its agent's next one, and so is the step.
    const Position next = front();
    if (next < end_ && (*trace_)[next].agent == move.move.agent) {
      own = next;
      return (*trace_)[next].choice == move.move.choice ? Initial::Yes : Initial::No;
    }
    return other_initial(move, own);
  }

  // A move that comes first in v.
  [[nodiscard]] KnownMove first();

 private:
  [[nodiscard]] std::uint32_t consumed(AgentId agent) const {
    return agent.index() < consumed_.size() ? consumed_[agent.index()] : 0;
  }
  // The first step of the run that is in v, or the end.
  [[nodiscard]] Position front() {
    if (front_ < branch_) front_ = branch_;
    while (front_ < end_ && !contains(front_)) ++front_;
    return front_;
  }
  [[nodiscard]] Initial other_initial(const KnownMove& move, Position& own) const;
  [[nodiscard]] bool has_dependent(const KnownMove& move, Position before) const;
  [[nodiscard]] bool has_dependent(AgentId agent, Access access, TouchId before) const;

  const Trace* trace_;
  KnownMove last_;
  Position at_;
  Position end_;
  std::vector<Position> removed_;  // D
  AgentId first_;                  // agent and index of the first element of D
  std::uint32_t first_index_ = 0;
  Position branch_;
  Position front_{0U};                   // the steps before this position are not in v
  std::vector<std::uint32_t> consumed_;  // of each agent: its steps below this number are consumed
  std::vector<AgentId> consumers_;       // agents whose entry in consumed_ is not 0
};

}  // namespace skein::dpor
