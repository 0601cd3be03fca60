// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/ghost_cells.hpp"

#include <algorithm>

namespace skein::abstract {

namespace {

constexpr std::uint32_t kGhostBytes = 4;
constexpr bool kBothSenses[] = {false, true};

}  // namespace

ValueId nothing_in_ghost(ir::Cells& cells) {
  ir::Cell nothing;
  nothing.kind = ir::ValueKind::Bytes;
  nothing.a = kGhostBytes;
  nothing.b = 1;  // no number
  return cells.intern(nothing);
}

ObjectId GhostCells::cell_at(const State& s, std::size_t frame, std::uint32_t slot) {
  const ir::Frame& f = s.thread.frames[frame];
  if (!ir::is_live(context_.program, f, frame + 1 == s.thread.frames.size(), slot)) return {};
  return cell_of(Key{s.thread.agent, static_cast<std::uint32_t>(frame), f.function, slot});
}

ObjectId GhostCells::cell_of(const Key& key) {
  const auto found = cells_.find(key);
  if (found != cells_.end()) return found->second;
  ObjectId cell;
  if (keys_.size() < kMost) {
    cell = ObjectId{kFirstGhost + static_cast<std::uint32_t>(keys_.size())};
    keys_.push_back(key);
  }
  cells_.emplace(key, cell);
  return cell;
}

std::vector<ObjectId> GhostCells::same_counter(ObjectId cell) {
  Key key = keys_[cell.value - kFirstGhost];
  const FunctionFacts& facts = facts_[key.function.index()];
  const std::optional<std::uint32_t> counter = facts.counter_of[key.slot];
  std::vector<ObjectId> all;
  for (const std::uint32_t slot : facts.counters) {
    if (facts.counter_of[slot] != counter) continue;
    key.slot = slot;
    const ObjectId same = cell_of(key);
    if (!same.is_none()) all.push_back(same);
  }
  return all;
}

// Without carried memory there is nothing to relate them to.
bool GhostCells::may_have_cells(const State& s) const {
  return options_.follows_counters && !options_.watches_all &&
         s.thread.status == ir::Status::Running;
}

std::vector<GhostCells::Counter> GhostCells::counters(const State& s) {
  std::vector<Counter> found;
  if (!may_have_cells(s)) return found;
  const std::size_t depth = std::min(s.thread.frames.size(), kDeepest);
  for (std::size_t i = 0; i < depth; ++i) {
    for (const std::uint32_t slot : facts_[s.thread.frames[i].function.index()].counters) {
      const ObjectId cell = cell_at(s, i, slot);
      if (!cell.is_none()) found.push_back({i, slot, cell});
    }
  }
  return found;
}

std::vector<GhostCells::Counter> GhostCells::used_counters(const State& s) {
  if (used_.empty()) return {};
  std::vector<Counter> found = counters(s);
  std::erase_if(found, [&](const Counter& counter) { return !used_.contains(counter.cell); });
  return found;
}

ObjectId GhostCells::cell_of(const State& s, ir::Operand operand) {
  const std::size_t depth = s.thread.frames.size();
  if (operand < 0 || depth > kDeepest || !may_have_cells(s)) return {};
  const auto& all = facts_[s.thread.frames.back().function.index()].counters;
  const auto slot = static_cast<std::uint32_t>(operand);
  return std::binary_search(all.begin(), all.end(), slot) ? cell_at(s, depth - 1, slot)
                                                          : ObjectId{};
}

void GhostCells::begin(State& s, Segment& segment) {
  segment.ghosts.clear();
  for (const Counter& counter : used_counters(s)) {
    segment.ghosts.push_back(counter.cell);
    segment.reads.insert(counter.cell);
    const auto slot = ZoneVariable::slot(counter.frame, counter.slot);
    for (const bool is_signed : kBothSenses) {
      s.zone.assign(slot, ZoneVariable::cell(counter.cell), {32, is_signed}, 0);
    }
  }
}

// Not so of a counter that begins: its cell holds no number, and no bounds are about it.
bool GhostCells::is_unchanged(const State& s, const Segment& segment, const Counter& counter,
                              NumberId number) const {
  const auto slot = ZoneVariable::slot(counter.frame, counter.slot);
  const auto cell = ZoneVariable::cell(counter.cell);
  const bool is_equal =
      std::any_of(std::begin(kBothSenses), std::end(kBothSenses), [&](bool is_signed) {
        const auto above = s.zone.bound(slot, cell, {32, is_signed});
        const auto below = s.zone.bound(cell, slot, {32, is_signed});
        return above && below && *above <= 0 && *below <= 0;
      });
  if (is_equal) return true;
  return numbers_.is_constant(number) && lattice_.number_in(segment.base(counter.cell)) == number;
}

void GhostCells::end(State& s, const Segment& segment) {
  if (used_.empty()) return;
  const std::vector<Counter> now = used_counters(s);
  const ValueId nothing = nothing_in_ghost(context_.memory.cells());
  for (const ObjectId cell : segment.ghosts) {
    const bool is_there =
        std::any_of(now.begin(), now.end(), [&](const Counter& c) { return c.cell == cell; });
    if (is_there) continue;
    put(s.written, cell, nothing);
    s.zone.forget(ZoneVariable::cell(cell));
  }
  for (const Counter& counter : now) {
    const NumberId unknown = s.frames[counter.frame].slots[counter.slot];
    const NumberId all = unknown.is_none()
                             ? numbers_.constant(s.thread.frames[counter.frame].slots[counter.slot])
                             : unknown;
    const NumberId number = numbers_.extract(all, 0, kGhostBytes);
    if (is_unchanged(s, segment, counter, number)) continue;
    const auto cell = ZoneVariable::cell(counter.cell);
    ir::Cell value;
    value.kind = ir::ValueKind::Bytes;
    value.a = kGhostBytes;
    put(s.written, counter.cell,
        lattice_.with_number(context_.memory.cells().intern(value), number));
    s.zone.forget(cell);
    const auto slot = ZoneVariable::slot(counter.frame, counter.slot);
    for (const bool is_signed : kBothSenses) s.zone.assign(cell, slot, {32, is_signed}, 0);
  }
}

}  // namespace skein::abstract
