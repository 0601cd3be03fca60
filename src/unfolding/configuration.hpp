// SPDX-License-Identifier: Apache-2.0
// A configuration: a set of events closed under causes and free of conflict [QPOR Sec.2], in the
// order in which it was built.
//
// Events are pushed and popped as on a stack, in O(1) each. For each agent and each object the
// configuration keeps the positions of the events that touch it. So membership, the predecessors of
// a next step and whether an event can be added are decided by looking at the ends of a few
// vectors. Positions, not event numbers: a collection of the unfolding only has to renumber the
// trail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "unfolding/unfolding.hpp"

namespace skein {

class Configuration {
 public:
  using Position = StepIndex;  // in the trail

  // What has happened to an object. Reads of epoch i (after i writes) start at bases[i-1] in
  // `reads`; those of epoch 0 at 0.
  struct ObjectTrail {
    std::vector<Position> writes;
    std::vector<Position> reads;
    std::vector<std::uint32_t> bases;

    [[nodiscard]] std::size_t base() const { return bases.empty() ? 0 : bases.back(); }
    [[nodiscard]] std::size_t base_of(std::size_t epoch) const {
      return epoch == 0 ? 0 : bases[epoch - 1];
    }
  };

  explicit Configuration(const Unfolding& unfolding) : unfolding_(unfolding) {}

  [[nodiscard]] std::size_t size() const { return trail_.size(); }
  [[nodiscard]] std::span<const EventId> trail() const { return trail_; }
  [[nodiscard]] EventId operator[](Position p) const { return trail_[p.index()]; }

  [[nodiscard]] bool contains(EventId e) const {
    const Event& event = unfolding_[e];
    if (event.agent.index() >= agents_.size()) return false;
    const auto& own = agents_[event.agent.index()];
    return event.depth < own.size() && trail_[own[event.depth].index()] == e;
  }

  // Whether this and e together are a configuration. REQUIRES: e is not in it, but its predecessors
  // are.
  [[nodiscard]] bool admits(EventId e) const;

  // Whether e certainly conflicts, judged without looking at its predecessors.
  [[nodiscard]] bool surely_conflicts(const Event& e) const;

  // REQUIRES admits(e).
  void push(EventId e);
  void pop();

  [[nodiscard]] const std::vector<Position>& agent(AgentId a) {
    if (a.index() >= agents_.size()) agents_.resize(a.index() + 1);
    return agents_[a.index()];
  }
  [[nodiscard]] const ObjectTrail& object(ObjectId x) {
    if (x.index() >= objects_.size()) objects_.resize(x.index() + 1);
    return objects_[x.index()];
  }

  void relocate(const Relocation& to);

 private:
  [[nodiscard]] bool admits_access(const Event& e, ObjectId x, Access access,
                                   std::uint32_t rank) const;
  void touch(ObjectId x, Access access, Position p);
  void untouch(ObjectId x, Access access);

  const Unfolding& unfolding_;
  std::vector<EventId> trail_;
  std::vector<std::vector<Position>> agents_;  // by agent
  std::vector<ObjectTrail> objects_;           // by object
};

}  // namespace skein
