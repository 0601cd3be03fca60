// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/shared_cells.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace skein::abstract {

ValueId SharedCells::cell(const State& s, ObjectId object, Segment& segment) const {
  if (const ValueId* mine = find(s.written, object)) return *mine;
  segment.reads.insert(object);
  return segment.base(object);
}

void SharedCells::write_cell(State& s, ObjectId object, ValueId value, Segment& segment) const {
  const bool is_weak = context_.memory.is_folded(object) && segment.overwritten.erase(object) == 0;
  if (is_weak && !value.is_absent()) {
    const ValueId before = cell(s, object, segment);
    if (!before.is_absent()) {
      const std::optional<ValueId> both = lattice_.join(before, value, nullptr);
      if (!both) {
        context_.control.refuse(s.thread, "an array of this size that holds more than numbers");
      }
      value = *both;
    }
  }
  put(s.written, object, value);
  if (s.written.size() % kMostWritten == 0) search_.fold_around(object);
  std::erase_if(s.learnt, [&](const auto& pair) { return pair.first == object; });
  std::erase_if(s.loaded, [&](const Loaded& loaded) {
    return loaded.object == object || loaded.is_element();
  });
  s.zone.forget(ZoneVariable::cell(object));
}

void SharedCells::log(const State& s, Segment& segment, ObjectId object, bool is_write) const {
  if (segment.section != nullptr) segment.section->add(object, is_write);
  if (is_watched(object)) return;
  segment.accesses.insert({object, is_write, context_.control.site_of(s.thread)});
}

bool SharedCells::touches_watched(std::uint64_t pointer, std::uint64_t bytes) {
  if (context_.memory.is_private(pointer)) return false;
  if (watched_.empty() && !options_.watches_all) return false;
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  return std::any_of(parts.begin(), parts.end(),
                     [&](const ir::Part& part) { return is_watched(part.object); });
}

bool SharedCells::is_any_watched(const Transition& what) const {
  return std::any_of(what.touches.begin(), what.touches.end(),
                     [&](const Touch& touch) { return is_watched(touch.object); });
}

ir::Operand SharedCells::counted(const State& s, ir::Operand operand) const {
  const std::size_t function = s.thread.frames.back().function.index();
  const ir::Function& code = context_.program.functions[function];
  const ir::Operand origin = origin_of(code, facts_[function], operand);
  const std::optional<std::uint32_t> definition =
      facts_[function].definition[static_cast<std::size_t>(origin)];
  if (!definition) return origin;
  const ir::Instruction& in = code.code[*definition];
  const bool is_sum = in.code == ir::Code::Add || in.code == ir::Code::Sub;
  return is_sum && in.b < 0 && in.a >= 0 && in.a != in.dst ? in.a : origin;
}

ObjectId SharedCells::loaded_from(const State& s, ir::Operand operand) const {
  if (operand < 0) return {};
  const ir::Operand origin = counted(s, operand);
  for (const Loaded& loaded : s.loaded) {
    const bool is_this =
        loaded.frame + 1 == s.frames.size() && loaded.slot == static_cast<std::size_t>(origin);
    const bool is_cell = loaded.bytes == 0 && loaded.count == 0 && !loaded.is_element();
    if (is_this && is_cell) return loaded.object;
  }
  return {};
}

// What an operand that is not a cell may be: a counter, or the sum of one and a constant.
ObjectId SharedCells::ghost_of(const State& s, ir::Operand operand) {
  if (operand < 0) return {};
  const ObjectId ghost = ghosts_.cell_of(s, operand);
  return ghost.is_none() ? ghosts_.cell_of(s, counted(s, operand)) : ghost;
}

void SharedCells::follow(ObjectId x, ObjectId y) {
  if (x.is_none() || y.is_none() || x == y) return;
  if (y < x) return follow(y, x);
  if (is_ghost(x) || is_watched(x)) return;
  if (!is_ghost(y)) {
    if (compared_.size() - counters_ < kMostCompared) compared_.insert({x, y});
    return;
  }
  for (const ObjectId ghost : ghosts_.same_counter(y)) {
    if (counters_ >= kMostCounters) return;
    if (compared_.insert({x, ghost}).second) ++counters_;
    ghosts_.use(ghost);
  }
}

void SharedCells::compare(const State& s, ir::Operand a, ir::Operand b) {
  if (a < 0 || b < 0) return;
  const ObjectId y = loaded_from(s, b);
  if (!y.is_none()) return compare(s, a, y);
  const ObjectId x = loaded_from(s, a);
  if (!x.is_none()) follow(x, ghost_of(s, b));
}

void SharedCells::compare(const State& s, ir::Operand a, ObjectId b) {
  if (b.is_none()) return;
  const ObjectId x = loaded_from(s, a);
  follow(x.is_none() ? ghost_of(s, a) : x, b);
}

void SharedCells::note_count(const State& s, ObjectId cell, ir::Operand value) {
  if (context_.memory.is_folded(cell) || loaded_from(s, value) != cell) return;
  for (const GhostCells::Counter& counter : ghosts_.counters(s)) follow(counter.cell, cell);
}

}  // namespace skein::abstract
