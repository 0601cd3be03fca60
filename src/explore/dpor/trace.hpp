// SPDX-License-Identifier: Apache-2.0
// The current run as the DPOR explorers see it: which step happens before which.
//
// Every step has a vector clock (core/vector_clocks.hpp). Every access of an object is linked to
// the previous access of the same object, so a search for races walks back over exactly the
// accesses that matter. Both are extended and taken back step by step: a new run costs only the
// steps that it does not share with the previous run. Everything is in flat vectors that keep their
// memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/step.hpp"
#include "core/vector_clocks.hpp"

namespace skein::dpor {

using Position = StepIndex;  // of a step in the run; none: nowhere

// An access of an object. Touch 2i is the first object of step i, touch 2i + 1 its second.
using TouchId = Id<struct TouchTag>;
constexpr Position position(TouchId touch) { return Position{touch.value / 2}; }
constexpr TouchId touch_of(Position step, std::uint32_t slot) {
  return TouchId{2 * step.value + slot};
}

struct Item {
  AgentId agent;
  std::uint32_t index = 0;  // the number of its agent's earlier steps
  Operation op;
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  Position enabler;
  std::array<TouchId, 2> previous;    // the previous touch of the same object
  std::array<TouchId, 2> last_clash;  // the last of these that clashes with this one
  std::array<Access, 2> access{Access::None, Access::None};
  bool gate_before = true;
  bool gate_after = true;
  std::int8_t shared = 0;
  bool may_be_idle = false;
  std::int64_t seen = 0;
  std::int64_t operand = 0;

  [[nodiscard]] Move move() const { return Move{agent, choice}; }
};

// How an operation accesses its objects. An object named twice is touched once, as its first. An
// access of padding has none.
inline std::array<Access, 2> accesses(const Operation& op) {
  if (op.second.is_none()) [[likely]]
    return {op.first.is_none() ? Access::None : first_access(op), Access::None};
  if (op.first == op.second && !op.first.is_none()) {
    return {access(op, op.first), Access::None};
  }
  return {op.first.is_none() ? Access::None : first_access(op), second_access(op)};
}

class Trace {
 public:
  // Makes this the trace of `steps`, whose first `shared` steps are those of the previous run.
  void follow(std::span<const Step> steps, std::size_t shared);

  // The length of the run, as the position after its last step.
  [[nodiscard]] Position size() const { return Position{items_.size()}; }
  [[nodiscard]] const Item& operator[](Position i) const { return items_[i.index()]; }

  // Whether d happens before e, or is e.
  [[nodiscard]] bool is_before(Position d, Position e) const {
    return known_steps(e, (*this)[d].agent) > (*this)[d].index;
  }
  // The number of the agent's steps that happen before e or are e.
  [[nodiscard]] std::uint32_t known_steps(Position e, AgentId agent) const {
    return clocks_.at(e, agent);
  }
  // The clock of e: known_steps() for each agent.
  [[nodiscard]] const std::uint32_t* clock(Position e) const { return clocks_.row(e); }

  // The position of an agent's n-th step; none if the agent has taken fewer.
  [[nodiscard]] Position step_of(AgentId agent, std::uint32_t n) const {
    if (agent.index() >= positions_.size()) return Position{};
    const auto& list = positions_[agent.index()];
    return n < list.size() ? list[n] : Position{};
  }
  // The agent's step before its n-th; none if n is 0.
  [[nodiscard]] Position step_before(AgentId agent, std::uint32_t n) const {
    return n == 0 ? Position{} : step_of(agent, n - 1);
  }
  // The positions of an agent's steps.
  [[nodiscard]] std::span<const Position> positions_of(AgentId agent) const {
    if (agent.index() >= positions_.size()) return {};
    return positions_[agent.index()];
  }
  [[nodiscard]] std::uint32_t steps_of(AgentId agent) const {
    return agent.index() < positions_.size()
               ? static_cast<std::uint32_t>(positions_[agent.index()].size())
               : 0;
  }
  // Whether a step took or released a shared hold of a gate.
  [[nodiscard]] bool has_shared_holds() const { return shared_steps_ != 0; }

  // The last touch of an object in the run.
  [[nodiscard]] TouchId last_touch(ObjectId object) const {
    return object.index() < heads_.size() ? heads_[object.index()] : TouchId{};
  }
  [[nodiscard]] TouchId previous(TouchId t) const { return item_of(t).previous[t.value % 2]; }
  [[nodiscard]] TouchId last_clash(TouchId t) const { return item_of(t).last_clash[t.value % 2]; }
  [[nodiscard]] Access access_of(TouchId t) const { return item_of(t).access[t.value % 2]; }
  // The last touch up to and including t that clashes with the access. If t itself does not, it has
  // the same access.
  [[nodiscard]] TouchId clash_at_or_before(TouchId t, Access access) const {
    return t.is_none() || clash(access_of(t), access) ? t : last_clash(t);
  }
  // The last touch before t that clashes with the access.
  [[nodiscard]] TouchId clash_before(TouchId t, Access access) const {
    return clash_at_or_before(previous(t), access);
  }

  // The two visits of a History (core/enabling.hpp), from a touch backwards. A change is what
  // clashes with a read.
  template <class Visit>
  void visit_changes(TouchId from, const Visit& visit) const {
    TouchId t = clash_at_or_before(from, Access::Read);
    while (!t.is_none() && visit(position(t), access_of(t))) t = clash_before(t, Access::Read);
  }
  template <class Visit>
  void visit_touches(TouchId from, const Visit& visit) const {
    TouchId t = from;
    while (!t.is_none() && visit(position(t), access_of(t))) t = previous(t);
  }

 private:
  [[nodiscard]] const Item& item_of(TouchId t) const { return items_[t.value / 2]; }
  void undo_to(std::size_t length);
  void append(const Step& step);
  void join(std::uint32_t* row, Position with) const;
  void join_causes(std::uint32_t* row, TouchId last) const;

  std::vector<Item> items_;
  VectorClocks clocks_;                           // of each step
  std::vector<std::vector<Position>> positions_;  // of each agent's steps
  std::vector<TouchId> heads_;                    // of each object: its last touch
  std::size_t shared_steps_ = 0;                  // steps with `shared` not 0
};

}  // namespace skein::dpor
