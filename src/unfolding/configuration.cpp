// SPDX-License-Identifier: Apache-2.0
#include "unfolding/configuration.hpp"

#include <algorithm>

namespace skein {

// Whether x has more phases here than an event with this access and rank can follow or join.
bool Configuration::is_beyond(ObjectId x, Access access, std::uint32_t rank) const {
  if (access == Access::None || x.index() >= objects_.size()) return false;
  const ObjectTrail& trail = objects_[x.index()];
  return trail.phases.size() > rank + (trail.joins_last(access) ? 1U : 0U);
}

bool Configuration::surely_conflicts(const Event& e) const {
  if (e.agent.index() < agents_.size() && agents_[e.agent.index()].size() > e.depth) return true;
  const Operation op = e.op();
  return is_beyond(e.first, first_access(op), e.rank_first) ||
         is_beyond(e.second, second_access(op), e.rank_second);
}

// The event's history has `rank` phases of x before the event's own, and it is all here. Any later
// phase here, and any touch in the last of these phases that is not in the history, clashes with
// the event without being ordered with it: a conflict.
bool Configuration::admits_access(const Event& e, ObjectId x, Access access,
                                  std::uint32_t rank) const {
  if (access == Access::None || x.index() >= objects_.size()) return true;
  if (is_beyond(x, access, rank)) return false;
  // A write is alone in its phase, and something of this phase is in the history.
  const ObjectTrail& trail = objects_[x.index()];
  if (trail.phases.size() < rank) return false;
  if (rank == 0 || trail.phases[rank - 1].access == Access::Write) return true;
  const auto preds = unfolding_.preds(e);
  const auto phase = trail.phase(rank - 1);
  for (std::size_t i = phase.size(); i > 0; --i) {
    const EventId touch = trail_[phase[i - 1].index()];
    const AgentId agent = unfolding_[touch].agent;
    if (agent == e.agent) continue;
    // Only the agent's last touch is a predecessor; the earlier ones happen before it.
    bool has_later = false;
    for (std::size_t j = i; j < phase.size() && !has_later; ++j) {
      has_later = unfolding_[trail_[phase[j].index()]].agent == agent;
    }
    if (!has_later && std::ranges::find(preds, touch) == preds.end()) return false;
  }
  return true;
}

bool Configuration::admits(EventId id) const {
  const Event& e = unfolding_[id];
  const std::size_t own = e.agent.index() < agents_.size() ? agents_[e.agent.index()].size() : 0;
  if (own != e.depth) return false;
  const Operation op = e.op();
  return admits_access(e, e.first, first_access(op), e.rank_first) &&
         admits_access(e, e.second, second_access(op), e.rank_second);
}

void Configuration::touch(ObjectId x, Access access, Position p) {
  if (access == Access::None) return;
  if (x.index() >= objects_.size()) objects_.resize(x.index() + 1);
  ObjectTrail& trail = objects_[x.index()];
  if (!trail.joins_last(access)) {
    trail.phases.push_back({access, static_cast<std::uint32_t>(trail.touches.size())});
  }
  trail.touches.push_back(p);
  if (access == Access::Read) ++trail.reads;
}

void Configuration::untouch(ObjectId x, Access access) {
  if (access == Access::None) return;
  ObjectTrail& trail = objects_[x.index()];
  trail.touches.pop_back();
  if (access == Access::Read) --trail.reads;
  if (trail.phases.back().begin == trail.touches.size()) trail.phases.pop_back();
}

void Configuration::push(EventId id) {
  const Event& e = unfolding_[id];
  const Position p{trail_.size()};
  if (e.agent.index() >= agents_.size()) agents_.resize(e.agent.index() + 1);
  trail_.push_back(id);
  agents_[e.agent.index()].push_back(p);
  const Operation op = e.op();
  touch(op.first, first_access(op), p);
  touch(op.second, second_access(op), p);
}

void Configuration::pop() {
  const Event& e = unfolding_[trail_.back()];
  trail_.pop_back();
  agents_[e.agent.index()].pop_back();
  const Operation op = e.op();
  untouch(op.second, second_access(op));
  untouch(op.first, first_access(op));
}

void Configuration::relocate(const Relocation& to) {
  for (EventId& e : trail_) e = to(e);
}

}  // namespace skein
