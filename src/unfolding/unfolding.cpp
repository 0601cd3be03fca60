// SPDX-License-Identifier: Apache-2.0
#include "unfolding/unfolding.hpp"

#include <algorithm>
#include <limits>

#include "core/ensure.hpp"

namespace skein {

namespace {

constexpr std::size_t kFirstTable = 1U << 12U;
constexpr std::size_t kMostWaiting = 64;

constexpr std::uint8_t kLive = 1;
constexpr std::uint8_t kWhole = 2;

std::uint32_t tag_of(std::uint64_t fingerprint) {
  return static_cast<std::uint32_t>(fingerprint >> 32U);
}

std::uint64_t combine(std::uint64_t h, std::uint64_t v) {
  return (h ^ v) * 0x9fb21c651e98df25ULL + (h >> 29U);
}

}  // namespace

void Unfolding::Store::clear() {
  events.clear();
  preds.clear();
  links.assign(1, Link{});
}

Unfolding::Unfolding() : table_(kFirstTable) { store_.clear(); }

std::uint64_t Unfolding::fingerprint(const Key& key) const {
  const Label& l = key.label;
  std::uint64_t h = mix64((std::uint64_t{l.agent.value} << 32U) | l.op.first.value);
  h = combine(h, (std::uint64_t{l.op.second.value} << 32U) | (l.choice << 8U) |
                     static_cast<std::uint64_t>(l.op.kind));
  h = combine(h, key.parent.is_none() ? 0x5bd1e995 : (*this)[key.parent].fingerprint);
  for (const EventId p : key.preds) h = combine(h, (*this)[p].fingerprint);
  return mix64(h);
}

bool Unfolding::matches(EventId id, const Key& key) const {
  const Event& e = (*this)[id];
  return e.parent == key.parent && e.label() == key.label &&
         std::ranges::equal(preds(e), key.preds);
}

EventId Unfolding::intern(const Key& key) {
  if (!key.parent.is_none()) {
    const EventId child = (*this)[key.parent].newest_child;
    if (child.is_none()) return add(fingerprint(key), key);
    if (matches(child, key)) return child;
  }
  const std::uint64_t f = fingerprint(key);
  const EventId known = find(f, key);
  if (known.is_none()) return add(f, key);
  link_child(known);
  return known;
}

EventId Unfolding::find(std::uint64_t fingerprint, const Key& key) {
  enter_new();
  const std::uint32_t tag = tag_of(fingerprint);
  const auto is_it = [&](const Slot& s) { return s.tag == tag && matches(s.event, key); };
  return table_.seek(fingerprint, is_it).event;  // none if the slot is free
}

EventId Unfolding::add(std::uint64_t fingerprint, const Key& key) {
  ensure(size() < EventId::kNoValue - 1, "too many events for 32-bit numbers");
  ensure(key.preds.size() <= std::numeric_limits<std::uint16_t>::max(), "too many predecessors");
  table_.prefetch(fingerprint);
  distinct_.add(fingerprint);
  const EventId id{size()};
  Event& e = store_.events.emplace_back();
  e.fingerprint = fingerprint;
  e.parent = key.parent;
  e.agent = key.label.agent;
  e.kind = key.label.op.kind;
  e.effect = key.label.op.effect;
  e.first = key.label.op.first;
  e.second = key.label.op.second;
  e.choice = key.label.choice;
  e.depth = key.parent.is_none() ? 0 : (*this)[key.parent].depth + 1;
  e.rank_first = key.rank_first;
  e.rank_second = key.rank_second;
  e.preds = static_cast<std::uint32_t>(store_.preds.size());
  e.pred_count = static_cast<std::uint16_t>(key.preds.size());
  store_.preds.insert(store_.preds.end(), key.preds.begin(), key.preds.end());
  link_child(id);
  if (size() - entered_ > kMostWaiting) enter_new();
  return id;
}

void Unfolding::link_child(EventId e) {
  const EventId parent = (*this)[e].parent;
  if (!parent.is_none()) (*this)[parent].newest_child = e;
}

void Unfolding::enter_new() {
  if (2 * size() > table_.slots()) fill_table(2 * table_.slots());
  for (; entered_ < size(); ++entered_) enter(EventId{entered_});
}

void Unfolding::enter(EventId e) {
  const std::uint64_t f = (*this)[e].fingerprint;
  table_.insert(f, Slot{tag_of(f), e});
}

void Unfolding::fill_table(std::size_t slots) {
  table_.reset(slots);
  for (entered_ = 0; entered_ < size(); ++entered_) enter(EventId{entered_});
}

void Unfolding::mark_needed(std::span<const EventId> roots, std::span<const EventId> kept_whole) {
  marks_.assign(size(), 0);
  const auto keep = [&](EventId e) {
    if (!e.is_none() && (marks_[e.index()] & kLive) == 0) {
      marks_[e.index()] |= kLive;
      todo_.push_back(e);
    }
  };
  for (const EventId r : roots) keep(r);
  for (const EventId r : kept_whole) {
    marks_[r.index()] |= kWhole;
    keep(r);
    for_reversals(r, [&](EventId, EventId instead) { keep(instead); });
  }
  while (!todo_.empty()) {
    const Event& e = (*this)[todo_.back()];
    todo_.pop_back();
    keep(e.parent);
    for (const EventId p : preds(e)) keep(p);
  }
}

// Predecessors have smaller numbers than their successors, so one pass in order suffices.
void Unfolding::move_marked() {
  to_.assign(size(), EventId{});
  spare_.clear();
  for (std::size_t i = 0; i < size(); ++i) {
    if (marks_[i] == 0) continue;
    to_[i] = EventId{spare_.events.size()};
    Event& e = spare_.events.emplace_back(store_.events[i]);
    e.newest_child = EventId{};
    if (!e.parent.is_none()) {
      e.parent = to_[e.parent.index()];
      spare_.events[e.parent.index()].newest_child = to_[i];
    }
    e.preds = static_cast<std::uint32_t>(spare_.preds.size());
    for (const EventId p : preds(store_.events[i])) spare_.preds.push_back(to_[p.index()]);
    if ((marks_[i] & kWhole) == 0) {
      e.reversals = 0;
      e.is_reversed = false;
    }
  }
  for (Event& e : spare_.events) {
    std::uint32_t old = e.reversals;
    e.reversals = 0;
    for (; old != 0; old = store_.links[old].next) {
      const Link& l = store_.links[old];
      spare_.links.push_back(Link{to_[l.reversed.index()], to_[l.instead.index()], e.reversals});
      e.reversals = static_cast<std::uint32_t>(spare_.links.size() - 1);
    }
  }
  std::swap(store_, spare_);
}

Relocation Unfolding::collect(std::span<const EventId> roots, std::span<const EventId> kept_whole) {
  mark_needed(roots, kept_whole);
  move_marked();
  std::size_t slots = kFirstTable;
  while (slots < 4 * size()) slots *= 2;
  fill_table(slots);
  return Relocation(to_);
}

std::size_t Unfolding::bytes() const {
  return size() * sizeof(Event) + store_.preds.size() * sizeof(EventId) +
         store_.links.size() * sizeof(Link) + table_.bytes();
}

}  // namespace skein
