// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/races/event_clocks.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace skein {

struct HappensBefore::Step {
  PrefixEventId id;
  const Prefix::Event& event;
  Ordering ordering;
  Knowledge me;
  Clock clock;                           // of me
  std::vector<std::size_t> objects;      // which of the touched components are objects
  std::optional<std::uint64_t> address;  // of an atomic access
  // By object: what was released through it, if that changes.
  std::vector<std::pair<std::size_t, std::vector<Released>>> changes;

  [[nodiscard]] const Prefix::Touched& object(std::size_t i) const {
    return event.touched[objects[i]];
  }
};

void HappensBefore::add(PrefixEventId e) {
  const Prefix::Event& event = prefix_[e];
  const Chains& chains = prefix_.chains();
  Step step{e, event, {}, knowledge(event.before), {}, {}, {}, {}};
  std::vector<ValueId> values;
  for (std::size_t i = 0; i < event.touched.size(); ++i) {
    if (!prefix_.agent_of(event.touched[i].component).is_none()) continue;
    step.objects.push_back(i);
    values.push_back(chains[event.touched[i].saw].value);
  }
  step.ordering =
      prefix_.system().execute(chains[event.before].value, values, event.choice).ordering;
  for (const MemoryAccess& a : accesses_.of(e)) {
    if (a.is_atomic) step.address = a.address;
  }
  acquire(step.clock, step.me.clock);
  acquire(step);
  if (step.clock.size() <= event.agent.index()) step.clock.resize(event.agent.index() + 1);
  step.clock[event.agent.index()] = number_of(e);
  step.me.clock = keep(step.clock);
  if (times_.size() <= e.index()) times_.resize(e.index() + 1);
  times_[e.index()].clock = step.me.clock;
  times_[e.index()].is_in_section = step.ordering.is_in_section;
  release(step);
  fence(step, step.ordering.fences);
  times_[e.index()].after = step.me;
  store_lists(step);
}

bool HappensBefore::knows(ClockId clock, PrefixEventId e) const {
  if (clock.is_none()) return false;
  const Clock& known = clocks_[clock.index()];
  const std::size_t agent = prefix_[e].agent.index();
  return agent < known.size() && known[agent] >= number_of(e);
}

HappensBefore::Knowledge HappensBefore::knowledge(ChainId n) const {
  const PrefixEventId e = prefix_.chains()[n].event;
  if (e.is_none()) return {};
  const AgentId agent = prefix_.agent_of(prefix_.chains()[n].component);
  if (prefix_[e].agent == agent) return times_[e.index()].after;
  return {times_[e.index()].clock, {}, {}};  // created by e: it knows what its creator knew
}

std::span<const HappensBefore::Released> HappensBefore::released(ChainId n) const {
  return all_released_[list_at(n)];
}

std::span<const HappensBefore::Released> HappensBefore::released(PrefixEventId e,
                                                                 ComponentId c) const {
  return all_released_[list_of(e, c)];
}

// Which of its agent's events it is.
std::uint32_t HappensBefore::number_of(PrefixEventId e) const {
  return prefix_.chains().own(prefix_[e].before) + 1;
}

void HappensBefore::acquire(Clock& clock, ClockId from) const {
  if (from.is_none()) return;
  const Clock& other = clocks_[from.index()];
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

HappensBefore::ClockId HappensBefore::keep(const Clock& clock) {
  clocks_.push_back(clock);
  return ClockId{clocks_.size() - 1};
}

HappensBefore::ClockId HappensBefore::join(ClockId a, ClockId b) {
  if (a.is_none() || a == b) return b;
  if (b.is_none()) return a;
  Clock both = clocks_[a.index()];
  acquire(both, b);
  return keep(both);
}

HappensBefore::ListId HappensBefore::list_at(ChainId n) const {
  const Chains::Node& node = prefix_.chains()[n];
  return node.event.is_none() ? 0 : list_of(node.event, node.component);
}

HappensBefore::ListId HappensBefore::list_of(PrefixEventId e, ComponentId c) const {
  const Times& times = times_[e.index()];
  if (!times.has_lists) return 0;
  const std::vector<Prefix::Touched>& touched = prefix_[e].touched;
  std::size_t i = 0;
  while (touched[i].component != c) ++i;
  return lists_[times.lists + i];
}

const HappensBefore::Released* HappensBefore::find(ListId list, std::uint64_t key) const {
  for (const Released& r : all_released_[list]) {
    if (r.key == key) return &r;
  }
  return nullptr;
}

// ---- Before the access -----------------------------------------------------------------------

void HappensBefore::acquire(Step& step) {
  if (step.ordering.is_in_section) acquire_in_section(step);
  switch (step.event.kind) {
    case OpKind::ThreadJoin:
    case OpKind::MutexLock:
    case OpKind::SemWait:
    case OpKind::OnceEnter:
    case OpKind::RwReadLock: return acquire_lock(step, 0);
    case OpKind::MutexTryLock:
    case OpKind::SemTryWait:
    case OpKind::RwTryReadLock:
      if (!step.ordering.has_failed) acquire_lock(step, 0);
      return;
    case OpKind::RwTryWriteLock:
    case OpKind::RwWriteLock:
      if (step.ordering.has_failed) return;
      acquire_lock(step, 0);
      return acquire_shared(step);
    case OpKind::CondWake:
    case OpKind::CondTimedWake: return acquire_lock(step, 1);
    case OpKind::BarrierPass: return acquire_shared(step);
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw: return acquire_atomically(step);
    default: return;
  }
}

void HappensBefore::acquire_lock(Step& step, std::size_t object) const {
  const Released* const lock = find(list_at(step.object(object).saw), kLock);
  if (lock != nullptr) acquire(step.clock, lock->clock);
}

void HappensBefore::acquire_shared(Step& step) const {
  const Released* const lock = find(list_at(step.object(0).saw), kLock);
  if (lock != nullptr) acquire(step.clock, lock->shared);
}

// Sections are ordered among themselves, where they touch the same. An atomic operation in one of
// them may be of any memory order: it counts as the strongest.
void HappensBefore::acquire_in_section(Step& step) const {
  for (std::size_t i = 0; i < step.objects.size(); ++i) {
    for (const Released& r : all_released_[list_at(step.object(i).saw)]) {
      acquire(step.clock, r.clock);
    }
  }
  for (const PrefixEventId r : step.event.seen_reads) {
    if (times_[r.index()].is_in_section) acquire(step.clock, times_[r.index()].clock);
  }
}

void HappensBefore::acquire_atomically(Step& step) {
  if (step.objects.empty() || !step.address) return;
  const ListId list = list_at(step.object(0).saw);
  // What sections wrote.
  if (const Released* const section = find(list, kLock)) acquire(step.clock, section->clock);
  const Released* const location = find(list, *step.address);
  if (location == nullptr || step.event.kind == OpKind::AtomicStore) return;
  if (step.ordering.acquires) {
    acquire(step.clock, location->clock);
  } else {
    step.me.seen = join(step.me.seen, location->clock);
  }
}

// ---- After the access ------------------------------------------------------------------------

void HappensBefore::release(Step& step) {
  if (step.ordering.is_in_section) {
    for (std::size_t i = 0; i < step.objects.size(); ++i) {
      if (step.object(i).access == Access::Write) release_lock(step, i);
    }
  }
  switch (step.event.kind) {
    case OpKind::ThreadCreate:
    case OpKind::ThreadExit:
    case OpKind::MutexUnlock:
    case OpKind::SemPost:
    case OpKind::OnceLeave: return release_lock(step, 0);
    case OpKind::RwWriteUnlock:
      return step.ordering.is_shared ? release_shared(step) : release_lock(step, 0);
    // A signal promises nothing by itself; the mutex does.
    case OpKind::CondWait: return release_lock(step, 1);
    case OpKind::BarrierArrive: return release_shared(step);
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw: return release_atomically(step);
    default: return;
  }
}

void HappensBefore::release_lock(Step& step, std::size_t object) {
  Released& lock = change(step, object, kLock);
  lock.clock = join(lock.clock, step.me.clock);
}

void HappensBefore::release_shared(Step& step) {
  Released& lock = change(step, 0, kLock);
  lock.shared = join(lock.shared, step.me.clock);
}

void HappensBefore::release_atomically(Step& step) {
  if (step.objects.empty() || !step.address || step.ordering.has_failed) return;
  const ClockId released = step.ordering.releases ? step.me.clock : step.me.fenced;
  const bool is_store = step.event.kind == OpKind::AtomicStore;
  if (released.is_none() && !is_store) return;
  Released& location = change(step, 0, *step.address);
  const auto is_own = [&](const Head& head) { return head.agent == step.event.agent; };
  if (is_store) {
    // A store ends the release sequences of other threads, not those of its own [C11 5.1.2.4 10].
    std::erase_if(location.heads, [&](const Head& head) { return !is_own(head); });
    location.clock = location.heads.empty() ? ClockId{} : location.heads.front().clock;
  }
  if (released.is_none()) return;
  location.clock = join(location.clock, released);
  const auto own = std::find_if(location.heads.begin(), location.heads.end(), is_own);
  if (own == location.heads.end()) {
    location.heads.push_back({step.event.agent, released});
  } else {
    own->clock = join(own->clock, released);
  }
}

// What was released under this key through the object, to be changed by the step.
HappensBefore::Released& HappensBefore::change(Step& step, std::size_t object, std::uint64_t key) {
  auto at = std::find_if(step.changes.begin(), step.changes.end(),
                         [&](const auto& change) { return change.first == object; });
  if (at == step.changes.end()) {
    step.changes.emplace_back(object, all_released_[list_at(step.object(object).saw)]);
    at = step.changes.end() - 1;
  }
  std::vector<Released>& list = at->second;
  for (Released& r : list) {
    if (r.key == key) return r;
  }
  list.push_back({key, {}, {}, {}});
  return list.back();
}

void HappensBefore::fence(Step& step, Fences fences) {
  const auto acquire_seen = [&] { step.me.clock = join(step.me.clock, step.me.seen); };
  const auto release_all = [&] { step.me.fenced = step.me.clock; };
  switch (fences) {
    case Fences::None: return;
    case Fences::Acquire: return acquire_seen();
    case Fences::Release: return release_all();
    case Fences::AcquireThenRelease: acquire_seen(); return release_all();
    case Fences::ReleaseThenAcquire: release_all(); return acquire_seen();
  }
}

void HappensBefore::store_lists(const Step& step) {
  const std::vector<Prefix::Touched>& touched = step.event.touched;
  std::vector<ListId> lists(touched.size());
  bool has_any = false;
  for (std::size_t i = 0; i < step.objects.size(); ++i) {
    const Prefix::Touched& t = step.object(i);
    // Memory that is freed, and allocated again, begins anew.
    if (t.access != Access::Write || t.value.is_absent()) continue;
    const auto change = std::find_if(step.changes.begin(), step.changes.end(),
                                     [&](const auto& c) { return c.first == i; });
    ListId& list = lists[step.objects[i]];
    if (change == step.changes.end()) {
      list = list_at(t.saw);
    } else {
      list = static_cast<ListId>(all_released_.size());
      all_released_.push_back(change->second);
    }
    has_any = has_any || list != 0;
  }
  if (!has_any) return;
  times_[step.id.index()].has_lists = true;
  times_[step.id.index()].lists = lists_.size();
  lists_.insert(lists_.end(), lists.begin(), lists.end());
}

}  // namespace skein
