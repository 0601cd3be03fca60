// SPDX-License-Identifier: Apache-2.0
#include "unfolding/configuration.hpp"

#include <algorithm>

namespace skein {

bool Configuration::surely_conflicts(const Event& e) const {
  if (e.agent.index() < agents_.size() && agents_[e.agent.index()].size() > e.depth) return true;
  const OpTraits& t = traits(e.kind);  // an idle operation touches the same objects
  if (t.first != Access::None && e.first.index() < objects_.size() &&
      objects_[e.first.index()].writes.size() > e.rank_first) {
    return true;
  }
  return t.second != Access::None && e.second.index() < objects_.size() &&
         objects_[e.second.index()].writes.size() > e.rank_second;
}

// The event's history has `rank` writes of x, all of them here. Any other write here, and for a
// writer any other read here, depends on the event without being ordered with it: a conflict.
bool Configuration::admits_access(const Event& e, ObjectId x, Access access,
                                  std::uint32_t rank) const {
  if (access == Access::None || x.index() >= objects_.size()) return true;
  const ObjectTrail& trail = objects_[x.index()];
  if (trail.writes.size() != rank) return false;
  if (access == Access::Read) return true;
  const auto preds = unfolding_.preds(e);
  for (std::size_t i = trail.reads.size(); i > trail.base(); --i) {
    const EventId read = trail_[trail.reads[i - 1].index()];
    const AgentId reader = unfolding_[read].agent;
    if (reader == e.agent) continue;
    // Only the reader's last read is a predecessor; the earlier ones happen before it.
    bool has_later = false;
    for (std::size_t j = i; j < trail.reads.size() && !has_later; ++j) {
      has_later = unfolding_[trail_[trail.reads[j].index()]].agent == reader;
    }
    if (!has_later && std::ranges::find(preds, read) == preds.end()) return false;
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
  if (access == Access::Read) {
    trail.reads.push_back(p);
  } else {
    trail.writes.push_back(p);
    trail.bases.push_back(static_cast<std::uint32_t>(trail.reads.size()));
  }
}

void Configuration::untouch(ObjectId x, Access access) {
  if (access == Access::None) return;
  ObjectTrail& trail = objects_[x.index()];
  if (access == Access::Read) {
    trail.reads.pop_back();
  } else {
    trail.writes.pop_back();
    trail.bases.pop_back();
  }
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
