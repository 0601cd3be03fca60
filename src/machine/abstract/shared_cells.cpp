// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/shared_cells.hpp"

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

ObjectId SharedCells::loaded_from(const State& s, ir::Operand operand) const {
  if (operand < 0) return {};
  const std::size_t function = s.thread.frames.back().function.index();
  const ir::Function& code = context_.program.functions[function];
  ir::Operand origin = origin_of(code, facts_[function], operand);
  // Plus or minus one.
  const std::uint32_t definition = facts_[function].definition[static_cast<std::size_t>(origin)];
  if (definition != FunctionFacts::kNone) {
    const ir::Instruction& in = code.code[definition];
    const bool is_sum = in.code == ir::Code::Add || in.code == ir::Code::Sub;
    if (is_sum && in.b < 0 && in.a >= 0 && in.a != in.dst) origin = in.a;
  }
  for (const Loaded& loaded : s.loaded) {
    const bool is_this =
        loaded.frame + 1 == s.frames.size() && loaded.slot == static_cast<std::size_t>(origin);
    const bool is_cell = loaded.bytes == 0 && loaded.count == 0 && !loaded.is_element();
    if (is_this && is_cell) return loaded.object;
  }
  return {};
}

void SharedCells::compare(const State& s, ir::Operand a, ir::Operand b) {
  if (a >= 0 && b >= 0) compare(s, a, loaded_from(s, b));
}

void SharedCells::compare(const State& s, ir::Operand a, ObjectId b) {
  if (b.is_none() || compared_.size() >= kMostCompared) return;
  const ObjectId x = loaded_from(s, a);
  if (x.is_none() || x == b) return;
  compared_.insert({std::min(x, b), std::max(x, b)});
}

}  // namespace skein::abstract
