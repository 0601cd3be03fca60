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

  // What has happened to an object: its touches fall into phases, each of which is one write, or
  // reads that follow each other, or adds that do. Every touch of a phase happens before every
  // touch of the next, so the phases of an event's history are the same in all configurations.
  struct ObjectTrail {
    struct Phase {
      Access access = Access::None;
      std::uint32_t begin = 0;  // in `touches`
    };
    std::vector<Position> touches;
    std::vector<Phase> phases;
    std::uint32_t reads = 0;  // the number of touches that read

    [[nodiscard]] std::span<const Position> phase(std::size_t i) const {
      const std::size_t end = i + 1 < phases.size() ? phases[i + 1].begin : touches.size();
      return std::span(touches).subspan(phases[i].begin, end - phases[i].begin);
    }
    // Whether a touch with this access would belong to the last phase.
    [[nodiscard]] bool joins_last(Access access) const {
      return !phases.empty() && !clash(phases.back().access, access);
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
  [[nodiscard]] bool is_beyond(ObjectId x, Access access, std::uint32_t rank) const;
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
