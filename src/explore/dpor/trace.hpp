// SPDX-License-Identifier: Apache-2.0
// The current run, as source-DPOR and optimal DPOR look at it: who came before whom.
//
// Every step has a vector clock: for each agent, how many of its steps happen before or are this
// one. So d happens before e iff e's clock counts d. Every touch of an object is linked to the
// touch before of the same object, so that whoever looks for races walks back exactly over the
// accesses that matter. Both are built step by step and taken back step by step: a new run costs
// only the steps it does not share with the run before. Everything is in flat vectors that keep
// their memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/step.hpp"

namespace skein::dpor {

using Position = std::uint32_t;  // of a step in the run
inline constexpr Position kNowhere = 0xffffffffU;

// Touch 2i is the first object of step i, touch 2i + 1 its second.
using Touch = std::uint32_t;
inline constexpr Touch kNoTouch = 0xffffffffU;
constexpr Position position(Touch touch) { return touch / 2; }

struct Item {
  AgentId agent;
  std::uint32_t index = 0;  // how many steps its agent has before it
  Operation op;
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  Position enabler = kNowhere;
  std::array<Touch, 2> previous{kNoTouch, kNoTouch};    // the touch before of the same object
  std::array<Touch, 2> last_write{kNoTouch, kNoTouch};  // the last writing touch before
  std::array<Access, 2> access{Access::None, Access::None};
  bool gate_before = true;
  bool gate_after = true;
  std::int8_t shared = 0;

  [[nodiscard]] Move move() const { return Move{agent, choice}; }
};

// The ways an operation touches its objects. An object named twice is touched once, as its first.
inline std::array<Access, 2> accesses(const Operation& op) {
  const OpTraits& t = traits(op.kind);
  if (op.first == op.second) return {access(op, op.first), Access::None};
  return {op.first.is_none() ? Access::None : t.first,
          op.second.is_none() ? Access::None : t.second};
}

class Trace {
 public:
  // Makes this the trace of `steps`, whose first `shared` steps are those of the run before.
  void follow(std::span<const Step> steps, std::size_t shared);

  [[nodiscard]] Position size() const { return static_cast<Position>(items_.size()); }
  [[nodiscard]] const Item& operator[](Position i) const { return items_[i]; }

  // Whether d happens before e, or is e.
  [[nodiscard]] bool is_before(Position d, Position e) const {
    return known_steps(e, items_[d].agent) > items_[d].index;
  }
  // How many steps of the agent happen before e, or are e.
  [[nodiscard]] std::uint32_t known_steps(Position e, AgentId agent) const {
    return clocks_[e * stride_ + agent.index()];
  }

  // Likewise for all agents: the clock of e.
  [[nodiscard]] const std::uint32_t* clock(Position e) const { return &clocks_[e * stride_]; }

  // Where an agent took its n-th step; nowhere if it has not.
  [[nodiscard]] Position step_of(AgentId agent, std::uint32_t n) const {
    if (agent.index() >= positions_.size()) return kNowhere;
    const auto& list = positions_[agent.index()];
    return n < list.size() ? list[n] : kNowhere;
  }
  // Where an agent took its steps.
  [[nodiscard]] std::span<const Position> positions_of(AgentId agent) const {
    if (agent.index() >= positions_.size()) return {};
    return positions_[agent.index()];
  }
  [[nodiscard]] std::uint32_t steps_of(AgentId agent) const {
    return agent.index() < positions_.size()
               ? static_cast<std::uint32_t>(positions_[agent.index()].size())
               : 0;
  }
  // Whether somebody took or gave back a shared hold of a gate.
  [[nodiscard]] bool has_shared_holds() const { return shared_steps_ != 0; }

  // The last touch of an object in the run.
  [[nodiscard]] Touch last_touch(ObjectId object) const {
    return object.index() < heads_.size() ? heads_[object.index()] : kNoTouch;
  }
  [[nodiscard]] Touch previous(Touch t) const { return items_[t / 2].previous[t % 2]; }
  [[nodiscard]] Touch last_write(Touch t) const { return items_[t / 2].last_write[t % 2]; }
  [[nodiscard]] Access access_of(Touch t) const { return items_[t / 2].access[t % 2]; }
  // The last writing touch up to and including t.
  [[nodiscard]] Touch write_at_or_before(Touch t) const {
    return t == kNoTouch || access_of(t) == Access::Write ? t : last_write(t);
  }

  // The two visits of a History (core/enabling.hpp), from a touch back.
  template <class Visit>
  void visit_writes(Touch from, const Visit& visit) const {
    Touch t = write_at_or_before(from);
    while (t != kNoTouch && visit(StepIndex{position(t)})) t = last_write(t);
  }
  template <class Visit>
  void visit_touches(Touch from, const Visit& visit) const {
    Touch t = from;
    while (t != kNoTouch && visit(StepIndex{position(t)}, access_of(t))) t = previous(t);
  }

 private:
  void undo_to(std::size_t length);
  void append(const Step& step);
  void join(std::uint32_t* row, Position with) const;
  void widen(std::size_t agents);

  std::vector<Item> items_;
  std::vector<std::uint32_t> clocks_;  // a row of stride_ numbers for each step
  std::size_t stride_ = 8;
  std::vector<std::vector<Position>> positions_;  // of each agent's steps
  std::vector<Touch> heads_;                      // of each object: its last touch
  std::size_t shared_steps_ = 0;                  // steps with `shared` not 0
};

}  // namespace skein::dpor
