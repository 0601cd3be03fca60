#include "unfolding/unfolding.hpp"

#include <algorithm>
#include <limits>

#include "model/check.hpp"

namespace skein {

namespace {

constexpr std::size_t kFirstTable = 1U << 12U;

std::uint32_t tag_of(std::uint64_t fingerprint) {
  return static_cast<std::uint32_t>(fingerprint >> 32U);
}

std::uint64_t combine(std::uint64_t h, std::uint64_t v) {
  return (h ^ v) * 0x9fb21c651e98df25ULL + (h >> 29U);
}

}  // namespace

Unfolding::Unfolding() : links_(1), table_(kFirstTable) {}

std::uint64_t Unfolding::fingerprint(const Key& key) const {
  const Label& l = key.label;
  std::uint64_t h = mix64((std::uint64_t{l.agent.value} << 32U) | l.op.first.value);
  h = combine(h, (std::uint64_t{l.op.second.value} << 32U) | (l.choice << 8U) |
                     static_cast<std::uint64_t>(l.op.kind));
  h = combine(h, key.parent.is_none() ? 0x5bd1e995 : (*this)[key.parent].fingerprint);
  for (const EventId p : key.preds) h = combine(h, (*this)[p].fingerprint);
  return mix64(h);
}

bool Unfolding::matches(const Event& e, const Key& key) const {
  return e.parent == key.parent && e.label() == key.label &&
         std::ranges::equal(preds(e), key.preds);
}

EventId Unfolding::intern(const Key& key) {
  const std::uint64_t f = fingerprint(key);
  left_.prefetch(f);
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = f & mask;
  for (; !table_[slot].event.is_none(); slot = (slot + 1) & mask) {
    if (table_[slot].tag != tag_of(f)) continue;
    const Event& e = (*this)[table_[slot].event];
    if (e.fingerprint == f && matches(e, key)) return table_[slot].event;
  }
  check(events_.size() < EventId::kNoValue - 1, "too many events for 32-bit numbers");
  check(key.preds.size() <= std::numeric_limits<std::uint16_t>::max(), "too many predecessors");
  Event e;
  e.fingerprint = f;
  e.parent = key.parent;
  e.agent = key.label.agent;
  e.kind = key.label.op.kind;
  e.first = key.label.op.first;
  e.second = key.label.op.second;
  e.choice = key.label.choice;
  e.depth = key.parent.is_none() ? 0 : (*this)[key.parent].depth + 1;
  e.rank_first = key.rank_first;
  e.rank_second = key.rank_second;
  e.preds = static_cast<std::uint32_t>(preds_.size());
  e.pred_count = static_cast<std::uint16_t>(key.preds.size());
  preds_.insert(preds_.end(), key.preds.begin(), key.preds.end());
  const EventId id{events_.size()};
  events_.push_back(e);
  if (left_.size() == 0 || !left_.contains(f)) ++seen_;
  if (2 * events_.size() > table_.size()) {
    grow_table();
  } else {
    table_[slot] = Slot{tag_of(f), id};
  }
  return id;
}

void Unfolding::place(EventId e) {
  const std::size_t mask = table_.size() - 1;
  const std::uint64_t f = (*this)[e].fingerprint;
  std::size_t slot = f & mask;
  while (!table_[slot].event.is_none()) slot = (slot + 1) & mask;
  table_[slot] = Slot{tag_of(f), e};
}

void Unfolding::grow_table() {
  table_.assign(2 * table_.size(), Slot{});
  for (std::size_t i = 0; i < events_.size(); ++i) place(EventId{i});
}

Relocation Unfolding::collect(std::span<const EventId> roots, std::span<const EventId> kept_whole) {
  constexpr std::uint8_t kLive = 1;
  constexpr std::uint8_t kWhole = 2;
  std::vector<std::uint8_t> mark(events_.size(), 0);
  std::vector<EventId> todo;
  const auto keep = [&](EventId e) {
    if (!e.is_none() && (mark[e.index()] & kLive) == 0) {
      mark[e.index()] |= kLive;
      todo.push_back(e);
    }
  };
  for (const EventId r : roots) keep(r);
  for (const EventId r : kept_whole) {
    mark[r.index()] |= kWhole;
    keep(r);
    for_reversals(r, [&](EventId, EventId instead) { keep(instead); });
  }
  while (!todo.empty()) {
    const Event& e = (*this)[todo.back()];
    todo.pop_back();
    keep(e.parent);
    for (const EventId p : preds(e)) keep(p);
  }

  // Predecessors have smaller numbers than their successors, so one pass in order suffices.
  std::vector<EventId> to(events_.size());
  std::vector<Event> events;
  std::vector<EventId> new_preds;
  std::vector<Link> links(1);
  for (std::size_t i = 0; i < events_.size(); ++i) {
    if (mark[i] == 0) {
      left_.insert(events_[i].fingerprint);
      continue;
    }
    Event e = events_[i];
    const auto old_preds = preds(events_[i]);
    to[i] = EventId{events.size()};
    e.parent = e.parent.is_none() ? e.parent : to[e.parent.index()];
    e.preds = static_cast<std::uint32_t>(new_preds.size());
    for (const EventId p : old_preds) new_preds.push_back(to[p.index()]);
    if ((mark[i] & kWhole) == 0) {
      e.reversals = 0;
      e.is_reversed = false;
    }
    events.push_back(e);
  }
  for (Event& e : events) {
    std::uint32_t old = e.reversals;
    e.reversals = 0;
    for (; old != 0; old = links_[old].next) {
      const Link& l = links_[old];
      links.push_back(Link{to[l.reversed.index()], to[l.instead.index()], e.reversals});
      e.reversals = static_cast<std::uint32_t>(links.size() - 1);
    }
  }
  events_ = std::move(events);
  preds_ = std::move(new_preds);
  links_ = std::move(links);
  std::size_t slots = kFirstTable;
  while (slots < 4 * events_.size()) slots *= 2;
  table_.assign(slots, Slot{});
  for (std::size_t i = 0; i < events_.size(); ++i) place(EventId{i});
  ++collections_;
  return Relocation(std::move(to));
}

std::size_t Unfolding::bytes() const {
  return events_.capacity() * sizeof(Event) + preds_.capacity() * sizeof(EventId) +
         links_.capacity() * sizeof(Link) + table_.capacity() * sizeof(Slot) + left_.bytes();
}

}  // namespace skein
