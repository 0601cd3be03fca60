// SPDX-License-Identifier: Apache-2.0
#include "unfolding/relations.hpp"

#include <algorithm>
#include <iterator>

namespace skein {

namespace {

constexpr std::uint32_t kObjectTree = 1U << 31U;

void count(Relations::Histogram& histogram, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t distance = a < b ? b - a : a - b;
  ++histogram[std::min<std::size_t>(distance, histogram.size() - 1)];
}

}  // namespace

const Relations::Entry* Relations::find(const std::vector<Entry>& map, std::uint32_t key) {
  const auto at = std::ranges::lower_bound(map, key, {}, &Entry::key);
  return at != map.end() && at->key == key ? &*at : nullptr;
}

void Relations::put(std::vector<Entry>& map, const Entry& entry) {
  const auto at = std::ranges::lower_bound(map, entry.key, {}, &Entry::key);
  if (at != map.end() && at->key == entry.key) {
    *at = entry;
  } else {
    map.insert(at, entry);
  }
}

// The union of two histories without conflict: the deeper node of every tree.
void Relations::merge(Maps& into, const Maps& from) {
  into.has_adds |= from.has_adds;
  for (const Entry& e : from.agents) {
    const Entry* mine = find(into.agents, e.key);
    if (mine == nullptr || forest_.depth(mine->node) < forest_.depth(e.node)) put(into.agents, e);
  }
  std::vector<ObjectId> newer;  // objects for which `from` has the later last write
  std::vector<ObjectId> older;  // objects for which `into` has the later last write
  for (const Entry& e : from.objects) {
    const Entry* mine = find(into.objects, e.key);
    if (mine == nullptr || forest_.depth(mine->node) < forest_.depth(e.node)) {
      newer.emplace_back(e.key);
      put(into.objects, e);
    } else if (forest_.depth(mine->node) > forest_.depth(e.node)) {
      older.emplace_back(e.key);
    }
  }
  for (const Entry& e : into.objects) {
    if (find(from.objects, e.key) == nullptr) older.emplace_back(e.key);
  }
  std::erase_if(into.reads,
                [&](const Read& r) { return std::ranges::find(newer, r.object) != newer.end(); });
  for (const Read& r : from.reads) {
    const bool is_old = std::ranges::find(older, r.object) != older.end();
    const auto same = [&](const Read& m) { return m.object == r.object && m.event == r.event; };
    if (!is_old && std::ranges::none_of(into.reads, same)) into.reads.push_back(r);
  }
}

void Relations::write(Maps& maps, EventId e, ObjectId object) {
  const Entry* last = find(maps.objects, object.value);
  const NodeId node = forest_.add(last == nullptr ? NodeId{} : last->node);
  event_of_node_.push_back(e);
  tree_of_node_.push_back(object.value | kObjectTree);
  put(maps.objects, Entry{object.value, e, node});
  std::erase_if(maps.reads, [&](const Read& r) { return r.object == object; });
}

void Relations::add(EventId id) {
  const Event& e = unfolding_[id];
  Maps maps;
  NodeId parent_node;
  if (!e.parent.is_none()) {
    maps = maps_[e.parent.index()];
    parent_node = find(maps.agents, e.agent.value)->node;
  }
  for (const EventId p : unfolding_.preds(e)) merge(maps, maps_[p.index()]);
  const NodeId node = forest_.add(parent_node);
  event_of_node_.push_back(id);
  tree_of_node_.push_back(e.agent.value);
  put(maps.agents, Entry{e.agent.value, id, node});
  const auto touch = [&](ObjectId object, Access access) {
    if (access == Access::Write) write(maps, id, object);
    if (access == Access::Read) maps.reads.push_back(Read{object, id});
    if (access == Access::Add) maps.has_adds = true;
  };
  touch(e.first, first_access(e.op()));
  touch(e.second, second_access(e.op()));
  maps_.push_back(std::move(maps));
}

void Relations::catch_up() {
  while (maps_.size() < unfolding_.size()) add(EventId{maps_.size()});
}

void Relations::forget() {
  maps_.clear();
  event_of_node_.clear();
  tree_of_node_.clear();
  forest_.clear();
}

bool Relations::happens_before(EventId a, EventId b) {
  catch_up();
  const AgentId agent = unfolding_[a].agent;
  const Entry* last = find(maps_[b.index()].agents, agent.value);
  if (last == nullptr) return false;
  const NodeId mine = find(maps_[a.index()].agents, agent.value)->node;
  count(causality_, forest_.depth(mine), forest_.depth(last->node));
  return forest_.is_ancestor_or_same(mine, last->node);
}

bool Relations::on_one_branch(NodeId a, NodeId b) {
  count(conflict_, forest_.depth(a), forest_.depth(b));
  return forest_.is_ancestor_or_same(a, b) || forest_.is_ancestor_or_same(b, a);
}

bool Relations::agree(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  return std::ranges::all_of(a, [&](const Entry& e) {
    const Entry* other = find(b, e.key);
    return other == nullptr || on_one_branch(e.node, other->node);
  });
}

// Whether every read of a's history comes before b's next write of its object, if b has such a
// write. REQUIRES: the maps' writes agree.
bool Relations::reads_agree(const Maps& a, const Maps& b) {
  return std::ranges::all_of(a.reads, [&](const Read& r) {
    const Entry* theirs = find(b.objects, r.object.value);
    if (theirs == nullptr) return true;
    const Entry* mine = find(a.objects, r.object.value);
    const std::uint32_t next = mine == nullptr ? 0 : forest_.depth(mine->node) + 1;
    if (forest_.depth(theirs->node) < next) return true;
    const EventId write = event_of_node_[forest_.ancestor_at(theirs->node, next).index()];
    return happens_before(r.event, write);
  });
}

// Sorted, with e itself.
std::vector<EventId> Relations::history_of(EventId e) const {
  std::vector<EventId> history{e};
  std::vector<bool> is_in(unfolding_.size());
  for (std::size_t i = 0; i < history.size(); ++i) {
    const Event& event = unfolding_[history[i]];
    const auto add = [&](EventId cause) {
      if (!is_in[cause.index()]) history.push_back(cause);
      is_in[cause.index()] = true;
    };
    if (!event.parent.is_none()) add(event.parent);
    for (const EventId p : unfolding_.preds(event)) add(p);
  }
  std::ranges::sort(history);
  return history;
}

bool Relations::in_conflict_by_definition(EventId a, EventId b) const {
  const std::vector<EventId> s = history_of(a);
  const std::vector<EventId> t = history_of(b);
  std::vector<EventId> only_s;
  std::vector<EventId> only_t;
  std::ranges::set_difference(s, t, std::back_inserter(only_s));
  std::ranges::set_difference(t, s, std::back_inserter(only_t));
  return std::ranges::any_of(only_s, [&](EventId x) {
    const Event& e = unfolding_[x];
    return std::ranges::any_of(only_t, [&](EventId y) {
      const Event& f = unfolding_[y];
      return e.agent == f.agent || depends(e.op(), f.op());
    });
  });
}

bool Relations::in_conflict(EventId a, EventId b) {
  catch_up();
  const Maps& s = maps_[a.index()];
  const Maps& t = maps_[b.index()];
  if (s.has_adds || t.has_adds) return in_conflict_by_definition(a, b);
  return !agree(s.agents, t.agents) || !agree(s.objects, t.objects) || !reads_agree(s, t) ||
         !reads_agree(t, s);
}

std::vector<Relations::Depths> Relations::depths(bool of_agents) {
  catch_up();
  std::vector<Depths> trees;
  for (std::size_t i = 0; i < tree_of_node_.size(); ++i) {
    const bool is_object = (tree_of_node_[i] & kObjectTree) != 0;
    if (is_object == of_agents) continue;
    const std::size_t tree = tree_of_node_[i] & ~kObjectTree;
    if (tree >= trees.size()) trees.resize(tree + 1);
    const std::uint32_t depth = forest_.depth(NodeId{i});
    trees[tree].average += depth;
    trees[tree].maximal = std::max(trees[tree].maximal, depth);
    ++trees[tree].nodes;
  }
  std::erase_if(trees, [](const Depths& d) { return d.nodes == 0; });
  for (Depths& d : trees) d.average /= static_cast<double>(d.nodes);
  return trees;
}

std::vector<Relations::Depths> Relations::agent_tree_depths() { return depths(true); }
std::vector<Relations::Depths> Relations::object_tree_depths() { return depths(false); }

std::size_t Relations::bytes() const {
  std::size_t sum = forest_.bytes();
  for (const Maps& m : maps_) {
    sum += sizeof(Maps) + (m.agents.capacity() + m.objects.capacity()) * sizeof(Entry) +
           m.reads.capacity() * sizeof(Read);
  }
  return sum;
}

}  // namespace skein
