// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/access.hpp"

#include <algorithm>
#include <utility>

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;

bool is_same_element(const Loaded& a, const Loaded& b) {
  return a.is_element() && a.frame == b.frame && a.count == b.count && a.element == b.element;
}

}  // namespace

// Where the access may go. Places that are wrong become faults, and the pointer is known not to
// lead there afterwards.
std::vector<Target> Accesses::targets(State& s, ir::Operand pointer, std::uint32_t bytes,
                                      bool is_write, Segment& segment, std::vector<State>& more) {
  const NumberId all = registers_.number(s, pointer);
  // The bounds of a visible operation were checked when the thread came to it. (In a section, only
  // the beginning is a visible operation.)
  BlockSizes sizes;
  if (!segment.is_visible_step) {
    sizes = [&](BlockId block) { return sizes_.size_of(s, pointer, bytes, block, segment); };
  }
  Targets found = search_.find(s.thread, numbers_[all], bytes, is_write, sizes);
  if (found.will_be_folded) return {};
  if (found.are_too_many) {
    context_.control.refuse(s.thread,
                            "a pointer that may lead anywhere: " + numbers_.text(all, 64));
  }
  if (found.error.is_none()) return std::move(found.places);
  registers_.fail(s, std::move(found.error), more);
  if (!found.places.empty() && !refiner_.refine(s, pointer, numbers_.intern(found.pointers()))) {
    found.places.clear();
  }
  return std::move(found.places);
}

// By the pointers that lead to one place: these are all alike.
Flow Accesses::split(State& s, ir::Operand pointer, const std::vector<Target>& places,
                     const char* what, std::vector<State>& more) {
  if (places.size() > Refiner::kMostSplits) return refiner_.split(s, pointer, what, more);
  for (const Target& target : places) {
    State one = s;
    if (refiner_.refine(one, pointer, numbers_.intern(target.pointers))) {
      more.push_back(std::move(one));
    }
  }
  return Flow::Vanishes;
}

NumberId Accesses::read(const State& s, std::uint64_t pointer, std::uint32_t bytes,
                        Segment& segment, ir::MaybeMisuse& misuse) {
  const BlockId block = ir::block_of(pointer);
  const std::uint32_t offset = ir::offset_of(pointer);
  if (context_.memory.is_private(pointer)) {
    if (ir::is_frame(block)) {
      const std::size_t depth = ir::depth_of(block);
      return read_bytes(numbers_, s.thread.frames[depth].memory, s.frames[depth].memory, offset,
                        bytes);
    }
    if (ir::is_thread_local(block)) {
      const ir::ThreadLocal& variable = context_.program.thread_local_variable(block);
      return read_bytes(numbers_, s.thread.own, s.own, variable.offset + offset, bytes);
    }
    std::uint64_t value = 0;
    context_.memory.read_private(s.thread, pointer, reinterpret_cast<std::uint8_t*>(&value), bytes);
    return numbers_.constant(value);
  }
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  NumberId result = numbers_.constant(0);
  for (const ir::Part& part : parts) {
    shared_.log(s, segment, part.object, false);
    const ValueId value = shared_.cell(s, part.object, segment);
    NumberId number;
    if (lattice_.is_unknown(value)) {
      number = lattice_.number_in(value);
      const std::uint32_t size = context_.memory.cells()[value].a;
      if (part.in_cell + part.count > size) {
        misuse = ir::wrong_access(ViolationCode::OutsideOfHeapBlock, false);
        return {};
      }
      if (const NumberId* learnt = find(s.learnt, part.object)) number = *learnt;
      number = numbers_.extract(number, part.in_cell, part.count);
    } else {
      std::uint64_t bits = 0;
      ir::Part separate = part;
      separate.in_access = 0;
      const ValueId values[] = {value};
      misuse = context_.memory.read(values, std::span(&separate, 1),
                                    reinterpret_cast<std::uint8_t*>(&bits));
      if (misuse) return {};
      number = numbers_.constant(bits);
    }
    result = numbers_.insert(result, bytes, number, part.in_access, part.count);
  }
  return result;
}

ir::MaybeMisuse Accesses::write(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                NumberId number, Segment& segment) {
  const BlockId block = ir::block_of(pointer);
  const std::uint32_t offset = ir::offset_of(pointer);
  if (context_.memory.is_private(pointer)) {
    forget_private_loads(s, pointer, bytes);
    if (ir::is_frame(block)) {
      const std::size_t depth = ir::depth_of(block);
      write_bytes(numbers_, s.thread.frames[depth].memory, s.frames[depth].memory, offset, bytes,
                  number);
    } else {
      const ir::ThreadLocal& variable = context_.program.thread_local_variable(block);
      write_bytes(numbers_, s.thread.own, s.own, variable.offset + offset, bytes, number);
    }
    return std::nullopt;
  }
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  for (const ir::Part& part : parts) {
    shared_.log(s, segment, part.object, true);
    ValueId values[] = {shared_.cell(s, part.object, segment)};
    // The machine says what is wrong with the write, by writing zeros to the cell without its
    // unknowns.
    if (lattice_.is_unknown(values[0])) {
      values[0] = lattice_.with_number(values[0], numbers_.constant(0));
    }
    const ValueId before = shared_.cell(s, part.object, segment);
    const std::uint64_t zeros = 0;
    ir::Part separate = part;
    separate.in_access = 0;
    if (ir::MaybeMisuse misuse = context_.memory.write(
            values, std::span(&separate, 1), reinterpret_cast<const std::uint8_t*>(&zeros))) {
      return misuse;
    }
    const NumberId piece = numbers_.extract(number, part.in_access, part.count);
    const NumberId old = lattice_.number_in(before);
    if (!old.is_none() && part.in_cell + part.count <= context_.memory.cells()[before].a) {
      const std::uint32_t size = context_.memory.cells()[before].a;
      shared_.write_cell(
          s, part.object,
          lattice_.with_number(before, numbers_.insert(old, size, piece, part.in_cell, part.count)),
          segment);
    } else if (numbers_.is_constant(piece)) {
      // Words that were never written, or have small locks in addition to the bytes.
      ValueId known[] = {before};
      const std::uint64_t bits = numbers_.value_of(piece);
      static_cast<void>(context_.memory.write(known, std::span(&separate, 1),
                                              reinterpret_cast<const std::uint8_t*>(&bits)));
      shared_.write_cell(s, part.object, known[0], segment);
    } else {
      context_.control.refuse(s.thread,
                              "an unknown value in memory that also holds a lock or was never "
                              "written is not supported");
    }
  }
  return std::nullopt;
}

void Accesses::now_known(State& s, std::uint64_t pointer, std::uint32_t bytes) {
  std::uint64_t value = 0;
  context_.memory.read_private(s.thread, pointer, reinterpret_cast<std::uint8_t*>(&value), bytes);
  Segment none;
  static_cast<void>(write(s, pointer, bytes, numbers_.constant(value), none));
}

void Accesses::forget_private_loads(State& s, std::uint64_t pointer, std::uint64_t bytes) {
  std::erase_if(s.loaded, [&](const Loaded& loaded) {
    if (loaded.is_element()) return true;
    return loaded.bytes != 0 && loaded.pointer < pointer + bytes &&
           pointer < loaded.pointer + loaded.bytes;
  });
}

void Accesses::remember_load(State& s, std::uint32_t slot, std::uint64_t pointer,
                             std::uint32_t bytes, Segment& segment) {
  registers_.forget_slot(s, slot);
  if (context_.memory.is_private(pointer)) {
    Loaded loaded;
    loaded.frame = s.frames.size() - 1;
    loaded.slot = slot;
    loaded.pointer = pointer;
    loaded.bytes = bytes;
    s.loaded.push_back(loaded);
    return;
  }
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  if (parts.size() != 1 || parts.front().count != bytes) return;
  Loaded loaded;
  loaded.frame = s.frames.size() - 1;
  loaded.slot = slot;
  loaded.object = parts.front().object;
  // A word of the heap may hold more than what was loaded.
  const ir::Extent extent = context_.memory.extent_at(pointer);
  if (extent.end - extent.begin != bytes) {
    loaded.first = parts.front().in_cell;
    loaded.count = bytes;
    loaded.size = extent.end - extent.begin;
    const NumberId* const learnt = find(s.learnt, loaded.object);
    loaded.whole =
        learnt != nullptr ? *learnt : lattice_.number_in(shared_.cell(s, loaded.object, segment));
    if (loaded.size > 8 || loaded.whole.is_none()) return;
  }
  // What was loaded from there before, and is still there, is the same.
  for (const Loaded& other : s.loaded) {
    if (other.frame + 1 != s.frames.size() || other.object != loaded.object ||
        other.first != loaded.first || other.count != loaded.count) {
      continue;
    }
    Refiner::relate(s, other.frame, static_cast<ir::Operand>(slot),
                    static_cast<ir::Operand>(other.slot), Relation::kEqual, true);
  }
  s.loaded.push_back(loaded);
  const bool is_small =
      bytes == 8 && registers_.is_small(s, s.frames.size() - 1, static_cast<ir::Operand>(slot));
  if (loaded.count == 0 && (bytes <= 4 || is_small) && !shared_.is_watched(loaded.object)) {
    Registers::relate_copy(s, slot, ZoneVariable::cell(loaded.object));
    narrow_by_zone(s, slot, segment);
  }
}

// x - y <= most and y <= hi: then x <= hi + most. Widening has forgotten that, the zone has not.
void Accesses::narrow_by_zone(State& s, std::uint32_t slot, Segment& segment) {
  const auto x = ZoneVariable::slot(s.frames.size() - 1, slot);
  NumberId value = registers_.number(s, static_cast<ir::Operand>(slot));
  if (numbers_.is_constant(value)) return;
  for (const Difference& bound : s.zone.bounds()) {
    if (bound.x != x || bound.sense.bits != 32 || !bound.y.is_cell()) continue;
    const ValueId other = shared_.cell(s, bound.y.object(), segment);
    const NumberId y = other.is_absent() ? NumberId{} : lattice_.number_in(other);
    if (y.is_none()) continue;
    const auto limits = numbers_.bounds_in(y, 32, bound.sense.is_signed);
    const std::int64_t lowest = bound.sense.is_signed ? -(std::int64_t{1} << 31U) : 0;
    const std::int64_t highest = (std::int64_t{1} << (bound.sense.is_signed ? 31U : 32U)) - 1;
    if (!limits) continue;
    const std::int64_t most = std::min(limits->second + bound.most, highest);
    if (most < lowest) continue;  // no state is left: others will notice
    const NumberId below = bound.sense.is_signed
                               ? numbers_.between_signed(lowest, most, 32)
                               : numbers_.between(0, static_cast<std::uint64_t>(most));
    const NumberId both = numbers_.meet(value, below);
    if (!both.is_none()) value = both;
  }
  registers_.set_slot(s, slot, value);
}

// Which element of an array the instruction loads. Empty for a cell that stands for itself alone:
// then the cell is all that need be remembered. An element of a folded array is not the cell: what
// is learnt about one is not true of the others.
std::optional<Loaded> Accesses::element_at(const State& s, const Instruction& in,
                                           const std::vector<Target>& places) {
  const std::uint64_t place = places.front().place;
  if (places.size() == 1) {
    if (context_.memory.is_private(place)) return std::nullopt;
    std::vector<ir::Part> parts;
    context_.memory.split(place, ir::bytes_of(in), parts);
    const bool is_folded = std::any_of(parts.begin(), parts.end(), [&](const ir::Part& part) {
      return context_.memory.is_folded(part.object);
    });
    if (!is_folded) return std::nullopt;
  }
  const std::size_t function = s.thread.frames.back().function.index();
  Loaded loaded;
  loaded.frame = s.frames.size() - 1;
  loaded.slot = static_cast<std::size_t>(in.dst);
  loaded.count = ir::bytes_of(in);
  loaded.element = address_expression(context_.program, context_.program.functions[function],
                                      facts_[function], in.a);
  return loaded;
}

// What is known about the same element, if it was loaded before.
NumberId Accesses::value_of_element(const State& s, const Loaded& element, NumberId found) {
  for (const Loaded& other : s.loaded) {
    if (!is_same_element(other, element)) continue;
    const NumberId both = numbers_.meet(
        found, registers_.number_in(s, other.frame, static_cast<ir::Operand>(other.slot)));
    if (!both.is_none()) found = both;
  }
  return found;
}

void Accesses::remember_element(State& s, Loaded element) {
  const std::vector<std::uint32_t>& from = element.element.slots;
  if (std::find(from.begin(), from.end(), element.slot) != from.end()) return;
  for (const Loaded& other : s.loaded) {
    if (!is_same_element(other, element)) continue;
    Refiner::relate(s, other.frame, static_cast<ir::Operand>(element.slot),
                    static_cast<ir::Operand>(other.slot), Relation::kEqual, true);
  }
  s.loaded.push_back(std::move(element));
}

void Accesses::remember_store(State& s, ir::Operand operand, std::uint64_t pointer,
                              std::uint32_t bytes) {
  if (operand < 0 || context_.memory.is_private(pointer)) return;
  const bool is_small = bytes == 8 && registers_.is_small(s, s.frames.size() - 1, operand);
  if (bytes != 4 && !is_small) return;
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  const ir::Extent extent = context_.memory.extent_at(pointer);
  if (parts.size() != 1 || extent.end - extent.begin != bytes) return;
  const ObjectId object = parts.front().object;
  if (shared_.is_watched(object) || context_.memory.is_folded(object)) return;
  const ZoneVariable source = registers_.variable(s, s.frames.size() - 1, operand);
  for (const bool is_signed : {false, true}) {
    s.zone.assign(ZoneVariable::cell(object), source, {32, is_signed}, 0);
  }
}

void Accesses::note_count(const State& s, ir::Operand operand, std::uint64_t pointer,
                          std::uint32_t bytes) {
  if (operand < 0 || bytes < 4 || context_.memory.is_private(pointer)) return;
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  if (parts.size() == 1) shared_.note_count(s, parts.front().object, operand);
}

// Keeps, across joins, what the values of two compared cells say about their difference.
void Accesses::relate_compared(State& s, std::uint64_t pointer, std::uint32_t bytes,
                               Segment& segment) {
  if (bytes < 4 || context_.memory.is_private(pointer)) return;
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  if (parts.size() != 1) return;
  for (const auto& [x, y] : shared_.compared()) {
    const ObjectId object = parts.front().object;
    if (x != object && y != object) continue;
    const ObjectId other = x == object ? y : x;
    if (shared_.is_watched(object) || shared_.is_watched(other)) continue;
    static_cast<void>(shared_.cell(s, other, segment));  // it is looked at
    lattice_.add_bounds_by_values(s.zone, s, segment.base, object, other, 1);
  }
}

// Success and failure are two states.
Flow Accesses::compare_exchange(State& s, const Instruction& in, const std::vector<Target>& places,
                                Segment& segment, std::vector<State>& more) {
  if (places.size() > 1) return split(s, in.a, places, "a pointer", more);
  const std::uint64_t place = places.front().place;
  const auto slot = static_cast<std::size_t>(in.dst);
  ir::MaybeMisuse misuse;
  const NumberId found = read(s, place, ir::bytes_of(in), segment, misuse);
  if (misuse) {
    registers_.fail(s, *misuse, more);
    return Flow::Vanishes;
  }
  const NumberId expected = registers_.number(s, in.b);
  const NumberId desired = registers_.number(s, in.c);
  const NumberId equal = numbers_.meet(found, expected);
  const NumberId unequal = numbers_.filter(ir::Compare::NE, in.bits, found, expected);
  const auto finish = [&](State& state, NumberId old, bool is_equal) {
    registers_.forget_slot(state, slot);
    registers_.forget_slot(state, slot + 1);
    registers_.set_slot(state, slot, old);
    registers_.set_slot(state, slot + 1, numbers_.constant(is_equal ? 1 : 0));
    ++state.thread.frames.back().pc;
  };
  if (!unequal.is_none()) {
    State failed = s;
    finish(failed, unequal, false);
    more.push_back(std::move(failed));
  }
  if (equal.is_none()) return Flow::Vanishes;
  if (const auto wrong = write(s, place, ir::bytes_of(in), desired, segment)) {
    registers_.fail(s, *wrong, more);
    return Flow::Vanishes;
  }
  finish(s, equal, true);
  return Flow::Goes;
}

Flow Accesses::access(State& s, const Instruction& in, Segment& segment, std::vector<State>& more) {
  const std::uint32_t bytes = ir::bytes_of(in);
  const bool is_write = in.code != Code::Load;
  const std::vector<Target> places = targets(s, in.a, bytes, is_write, segment, more);
  if (places.empty()) return Flow::Vanishes;
  const bool is_shared = std::any_of(places.begin(), places.end(), [&](const Target& target) {
    return !context_.memory.is_private(target.place);
  });
  const bool is_visible =
      is_shared && (in.is_atomic || in.code == Code::Rmw || in.code == Code::CmpXchg ||
                    std::any_of(places.begin(), places.end(), [&](const Target& target) {
                      return shared_.touches_watched(target.place, bytes);
                    }));
  if (is_visible && !SharedCells::may_access_watched(s, segment)) {
    if (places.size() > 1) return split(s, in.a, places, "a pointer to a shared variable", more);
    return Flow::Waits;
  }
  if (in.code == Code::CmpXchg) return compare_exchange(s, in, places, segment, more);
  const auto slot = static_cast<std::size_t>(in.dst);
  NumberId old;
  if (in.code == Code::Store && places.size() == 1)
    note_count(s, in.b, places.front().place, bytes);
  for (const Target& target : places) {
    const std::uint64_t place = target.place;
    ir::MaybeMisuse misuse;
    NumberId found;
    if (in.code != Code::Store || places.size() > 1) {
      found = read(s, place, bytes, segment, misuse);
    }
    if (!misuse && in.code != Code::Load) {
      NumberId now = registers_.number(s, in.b);
      if (in.code == Code::Rmw) {
        now = numbers_.modify(static_cast<ir::RmwKind>(in.sub), in.bits, found, now);
      }
      if (places.size() > 1) now = numbers_.join(found, now);
      misuse = write(s, place, bytes, now, segment);
    }
    if (misuse) {
      registers_.fail(s, *misuse, more);
      continue;
    }
    if (in.code == Code::Store && places.size() == 1) {
      remember_store(s, in.b, place, bytes);
      relate_compared(s, place, bytes, segment);
    }
    if (found.is_none()) found = numbers_.constant(0);
    old = old.is_none() ? found : numbers_.join(old, found);
  }
  if (old.is_none()) return Flow::Vanishes;
  if (in.code != Code::Store) {
    // Bits beyond the width of a bool or a bit field do not count.
    const std::uint64_t most = ir::cut_to(~0ULL, in.bits);
    const bool is_whole = numbers_.covers(numbers_.any(in.bits), old);
    if (!is_whole) {
      Instruction cut;
      cut.code = Code::And;
      Troubles ignored;
      old = numbers_.compute(cut, old, numbers_.constant(most), ignored);
    }
    std::optional<Loaded> element;
    if (in.code == Code::Load && is_whole) element = element_at(s, in, places);
    if (element) old = value_of_element(s, *element, old);
    registers_.set_slot(s, slot, old);
    registers_.forget_slot(s, slot);
    if (element) {
      remember_element(s, std::move(*element));
    } else if (in.code == Code::Load && places.size() == 1 && is_whole) {
      remember_load(s, static_cast<std::uint32_t>(slot), places.front().place, bytes, segment);
    }
  }
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

}  // namespace skein::abstract
