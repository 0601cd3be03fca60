// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/state/state.hpp"

#include <algorithm>
#include <cstring>

namespace skein::abstract {

namespace {

std::uint64_t known_bytes(const std::vector<std::uint8_t>& bytes, std::uint32_t offset,
                          std::uint32_t size) {
  std::uint64_t value = 0;
  if (offset + size <= bytes.size()) std::memcpy(&value, bytes.data() + offset, size);
  return value;
}

bool overlap(const UnknownBytes& u, std::uint32_t offset, std::uint32_t size) {
  return u.offset < offset + size && offset < u.offset + u.size;
}

const Relation* find_relation(const std::vector<Relation>& all, const Relation& like) {
  for (const Relation& r : all) {
    if (r.frame == like.frame && r.left == like.left && r.right == like.right) return &r;
  }
  return nullptr;
}

// What both know.
void join_relations(std::vector<Relation>& into, const std::vector<Relation>& with) {
  for (Relation& r : into) {
    const Relation* const other = find_relation(with, r);
    r.may_be |= other == nullptr ? Relation::kAny : other->may_be;
  }
  std::erase_if(into, [](const Relation& r) { return r.may_be == Relation::kAny; });
}

bool cover_relations(const std::vector<Relation>& large, const std::vector<Relation>& small) {
  return std::all_of(large.begin(), large.end(), [&](const Relation& r) {
    const Relation* const other = find_relation(small, r);
    return other != nullptr && (other->may_be & ~r.may_be) == 0;
  });
}

}  // namespace

bool have_same_control(const State& a, const State& b) {
  const ir::Thread& x = a.thread;
  const ir::Thread& y = b.thread;
  if (x.status != y.status || x.frames.size() != y.frames.size() || x.leaving != y.leaving ||
      x.ends_program != y.ends_program || a.fault.has_value() != b.fault.has_value() ||
      x.numbers != y.numbers || x.published != y.published || x.leftovers != y.leftovers ||
      x.children != y.children || x.random != y.random || x.clock != y.clock ||
      x.result != y.result || x.section_depth != y.section_depth ||
      x.has_created != y.has_created) {
    return false;
  }
  for (std::size_t i = 0; i < x.frames.size(); ++i) {
    const ir::Frame& f = x.frames[i];
    const ir::Frame& g = y.frames[i];
    if (f.function != g.function || f.pc != g.pc || f.phase != g.phase) return false;
  }
  return true;
}

// ---- Private memory ------------------------------------------------------------------------

NumberId read_bytes(Numbers& numbers, const std::vector<std::uint8_t>& bytes,
                    const UnknownMemory& unknowns, std::uint32_t offset, std::uint32_t size) {
  NumberId result = numbers.constant(known_bytes(bytes, offset, size));
  for (const UnknownBytes& u : unknowns) {
    if (!overlap(u, offset, size)) continue;
    if (u.offset <= offset && offset + size <= u.offset + u.size) {
      return numbers.extract(u.number, offset - u.offset, size);
    }
    const std::uint32_t from = std::max(u.offset, offset);
    const std::uint32_t to = std::min(u.offset + u.size, offset + size);
    const NumberId part = numbers.extract(u.number, from - u.offset, to - from);
    result = numbers.insert(result, size, part, from - offset, to - from);
  }
  return result;
}

void write_bytes(Numbers& numbers, std::vector<std::uint8_t>& bytes, UnknownMemory& unknowns,
                 std::uint32_t offset, std::uint32_t size, NumberId number) {
  // What is only partly overwritten is cut to its rest.
  UnknownMemory rests;
  for (const UnknownBytes& u : unknowns) {
    if (!overlap(u, offset, size)) continue;
    if (u.offset < offset) {
      const std::uint32_t count = offset - u.offset;
      rests.push_back({u.offset, count, numbers.extract(u.number, 0, count)});
    }
    if (u.offset + u.size > offset + size) {
      const std::uint32_t from = offset + size;
      const std::uint32_t count = u.offset + u.size - from;
      rests.push_back({from, count, numbers.extract(u.number, from - u.offset, count)});
    }
  }
  std::erase_if(unknowns, [&](const UnknownBytes& u) { return overlap(u, offset, size); });
  const bool is_known = numbers.is_constant(number);
  const std::uint64_t value = is_known ? numbers.value_of(number) : 0;
  std::memcpy(bytes.data() + offset, &value, size);
  if (!is_known) rests.push_back({offset, size, number});
  for (const UnknownBytes& rest : rests) {
    if (numbers.is_constant(rest.number)) {
      const std::uint64_t known = numbers.value_of(rest.number);
      std::memcpy(bytes.data() + rest.offset, &known, rest.size);
      continue;
    }
    std::memset(bytes.data() + rest.offset, 0, rest.size);
    unknowns.insert(std::upper_bound(unknowns.begin(), unknowns.end(), rest,
                                     [](const UnknownBytes& a, const UnknownBytes& b) {
                                       return a.offset < b.offset;
                                     }),
                    rest);
  }
}

// ---- The lattice ---------------------------------------------------------------------------

NumberId StateLattice::number_in(ValueId cell) {
  const ir::Cell& c = cells_[cell];
  if (c.kind != ir::ValueKind::Bytes || !c.waiting.empty() || c.b != 0 || c.a > 8) return {};
  return c.woken.empty() ? numbers_.constant(c.bits) : NumberId{c.woken.front()};
}

ValueId StateLattice::with_number(ValueId cell, NumberId number) {
  ir::Cell c = cells_[cell];
  c.woken.clear();
  c.bits = 0;
  if (numbers_.is_constant(number)) {
    c.bits = numbers_.value_of(number);
  } else {
    c.woken.push_back(number.value);
  }
  return cells_.intern(c);
}

bool StateLattice::covers(ValueId large, ValueId small) {
  if (large == small) return true;
  if (!is_unknown(large)) return false;  // one value, and another
  const NumberId a = number_in(large);
  const NumberId b = number_in(small);
  return !a.is_none() && !b.is_none() && cells_[large].a == cells_[small].a &&
         numbers_.covers(a, b);
}

std::optional<ValueId> StateLattice::join(ValueId a, ValueId b,
                                          const std::vector<std::uint64_t>* thresholds) {
  if (a == b) return a;
  const NumberId x = number_in(a);
  const NumberId y = number_in(b);
  if (x.is_none() || y.is_none() || cells_[a].a != cells_[b].a) return std::nullopt;
  return with_number(a, merge(x, y, thresholds));
}

void StateLattice::join_memory(std::vector<std::uint8_t>& bytes, UnknownMemory& into,
                               const std::vector<std::uint8_t>& other_bytes,
                               const UnknownMemory& with,
                               const std::vector<std::uint64_t>* thresholds) {
  if (bytes == other_bytes && into == with) return;
  // Where one of them is unknown: in the pieces of that one.
  const auto join_piece = [&](std::uint32_t offset, std::uint32_t size) {
    const NumberId a = read_bytes(numbers_, bytes, into, offset, size);
    const NumberId b = read_bytes(numbers_, other_bytes, with, offset, size);
    if (a != b) write_bytes(numbers_, bytes, into, offset, size, merge(a, b, thresholds));
  };
  const UnknownMemory before = into;
  for (const UnknownBytes& u : before) join_piece(u.offset, u.size);
  for (const UnknownBytes& u : with) join_piece(u.offset, u.size);
  // Known bytes that differ, in aligned pieces.
  for (std::uint32_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == other_bytes[at]) continue;
    const bool is_unknown =
        std::any_of(into.begin(), into.end(), [&](const auto& u) { return overlap(u, at, 1); });
    if (is_unknown) continue;
    // Where both halves differ, or the one that has the block of a pointer, as a whole.
    const std::uint32_t word = at & ~7U;
    const bool is_word =
        word + 8 <= bytes.size() && std::memcmp(&bytes[word + 4], &other_bytes[word + 4], 4) != 0 &&
        std::none_of(into.begin(), into.end(), [&](const auto& u) { return overlap(u, word, 8); });
    const std::uint32_t start = is_word ? word : at & ~3U;
    const auto size =
        is_word ? 8U : static_cast<std::uint32_t>(std::min<std::size_t>(4, bytes.size() - start));
    join_piece(start, size);
  }
}

bool StateLattice::covers_memory(const std::vector<std::uint8_t>& bytes, const UnknownMemory& large,
                                 const std::vector<std::uint8_t>& other_bytes,
                                 const UnknownMemory& small) {
  if (bytes == other_bytes && large == small) return true;
  if (bytes.size() != other_bytes.size()) return false;
  const auto covers_piece = [&](std::uint32_t offset, std::uint32_t size) {
    return numbers_.covers(read_bytes(numbers_, bytes, large, offset, size),
                           read_bytes(numbers_, other_bytes, small, offset, size));
  };
  for (const UnknownBytes& u : large) {
    if (!covers_piece(u.offset, u.size)) return false;
  }
  for (const UnknownBytes& u : small) {
    if (!covers_piece(u.offset, u.size)) return false;
  }
  for (std::uint32_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == other_bytes[at]) continue;
    if (!covers_piece(at, 1)) return false;
  }
  return true;
}

// ---- Zones ---------------------------------------------------------------------------------

NumberId StateLattice::value_of(const State& s, const BaseMemory& base, ZoneVariable x) {
  if (x.is_cell()) {
    if (const NumberId* learnt = find(s.learnt, x.object())) return *learnt;
    const ValueId* const written = find(s.written, x.object());
    if (written == nullptr && !base) return {};
    const ValueId value = written != nullptr ? *written : base(x.object());
    return value.is_absent() ? NumberId{} : number_in(value);
  }
  if (x.frame >= s.frames.size()) return {};
  const NumberId unknown = s.frames[x.frame].slots[x.place];
  return unknown.is_none() ? numbers_.constant(s.thread.frames[x.frame].slots[x.place]) : unknown;
}

std::optional<std::int64_t> StateLattice::bound_by_values(NumberId x, NumberId y, Sense sense) {
  const auto a = numbers_.bounds_in(x, sense.bits, sense.is_signed);
  const auto b = numbers_.bounds_in(y, sense.bits, sense.is_signed);
  if (!a || !b) return std::nullopt;
  return a->second - b->first;
}

std::optional<std::int64_t> StateLattice::bound_by_values(const State& s, const BaseMemory& base,
                                                          ZoneVariable x, ZoneVariable y,
                                                          Sense sense) {
  const NumberId a = value_of(s, base, x);
  const NumberId b = value_of(s, base, y);
  if (a.is_none() || b.is_none()) return std::nullopt;
  return bound_by_values(a, b, sense);
}

void StateLattice::add_bounds_by_values(Zone& zone, const State& s, const BaseMemory& base,
                                        ObjectId x, ObjectId y, std::int64_t largest) {
  for (const bool is_signed : {false, true}) {
    const Sense sense{32, is_signed};
    for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}}) {
      const auto first = ZoneVariable::cell(a);
      const auto second = ZoneVariable::cell(b);
      const auto most = bound_by_values(s, base, first, second, sense);
      if (most && *most <= largest) static_cast<void>(zone.add({first, second, sense, *most}));
    }
  }
}

Zone StateLattice::join_zones(const State& a, const State& b, const BaseMemory& base, bool widens) {
  if (a.zone == b.zone) return a.zone;
  const auto values_of = [&](const State& s) {
    return [&](ZoneVariable x, ZoneVariable y, Sense sense) {
      return bound_by_values(s, base, x, y, sense);
    };
  };
  return Zone::join(a.zone, values_of(a), b.zone, values_of(b), widens);
}

bool StateLattice::join(State& into, const State& with, const BaseMemory& base,
                        const std::vector<std::uint64_t>* thresholds) {
  ir::Thread& t = into.thread;
  const ir::Thread& other = with.thread;
  if (!have_same_control(into, with)) return false;
  for (std::size_t i = 0; i < t.frames.size(); ++i) {
    if (t.frames[i].memory.size() != other.frames[i].memory.size()) return false;
  }
  Zone zone = join_zones(into, with, base, thresholds != nullptr);
  // Shared memory first: it is what may fail.
  ByObject<ValueId> written = into.written;
  for (const auto& [object, value] : with.written) {
    const ValueId* mine = find(into.written, object);
    const std::optional<ValueId> both =
        join(mine != nullptr ? *mine : base(object), value, thresholds);
    if (!both) return false;
    put(written, object, *both);
  }
  for (const auto& [object, value] : into.written) {
    if (find(with.written, object) != nullptr) continue;
    const std::optional<ValueId> both = join(value, base(object), thresholds);
    if (!both) return false;
    put(written, object, *both);
  }
  into.written = std::move(written);
  ByObject<NumberId> learnt;
  for (const auto& [object, number] : into.learnt) {
    const NumberId* other_number = find(with.learnt, object);
    if (other_number != nullptr && find(into.written, object) == nullptr) {
      put(learnt, object, merge(number, *other_number, thresholds));
    }
  }
  into.learnt = std::move(learnt);
  std::erase_if(into.loaded, [&](const Loaded& loaded) {
    return std::find(with.loaded.begin(), with.loaded.end(), loaded) == with.loaded.end();
  });
  join_relations(into.relations, with.relations);
  into.zone = std::move(zone);
  for (std::size_t i = 0; i < t.frames.size(); ++i) {
    ir::Frame& f = t.frames[i];
    const ir::Frame& g = other.frames[i];
    FrameUnknowns& mine = into.frames[i];
    const FrameUnknowns& theirs = with.frames[i];
    for (std::size_t slot = 0; slot < f.slots.size(); ++slot) {
      if (f.slots[slot] == g.slots[slot] && mine.slots[slot] == theirs.slots[slot]) continue;
      const NumberId a =
          mine.slots[slot].is_none() ? numbers_.constant(f.slots[slot]) : mine.slots[slot];
      const NumberId b =
          theirs.slots[slot].is_none() ? numbers_.constant(g.slots[slot]) : theirs.slots[slot];
      const NumberId both = merge(a, b, thresholds);
      f.slots[slot] = 0;
      mine.slots[slot] = both;
    }
    join_memory(f.memory, mine.memory, g.memory, theirs.memory, thresholds);
  }
  join_memory(t.own, into.own, other.own, with.own, thresholds);
  return true;
}

bool StateLattice::covers_slots(const State& large, const State& small) {
  for (std::size_t i = 0; i < large.frames.size(); ++i) {
    const ir::Frame& f = large.thread.frames[i];
    const ir::Frame& g = small.thread.frames[i];
    for (std::size_t slot = 0; slot < f.slots.size(); ++slot) {
      const NumberId x = large.frames[i].slots[slot];
      const NumberId y = small.frames[i].slots[slot];
      if (x == y && f.slots[slot] == g.slots[slot]) continue;
      if (x.is_none() || !numbers_.covers(x, y.is_none() ? numbers_.constant(g.slots[slot]) : y)) {
        return false;
      }
    }
  }
  return true;
}

bool StateLattice::covers(const State& large, const State& small, const BaseMemory& base) {
  const ir::Thread& t = large.thread;
  const ir::Thread& other = small.thread;
  // Slots first: they are few, and where loops differ.
  if (!have_same_control(large, small) || !covers_slots(large, small)) return false;
  for (const auto& [object, value] : small.written) {
    const ValueId* mine = find(large.written, object);
    if (!covers(mine != nullptr ? *mine : base(object), value)) return false;
  }
  for (const auto& [object, value] : large.written) {
    if (find(small.written, object) != nullptr) continue;
    if (!covers(value, base(object))) return false;
  }
  for (const auto& [object, number] : large.learnt) {
    const NumberId* theirs = find(small.learnt, object);
    if (theirs == nullptr || !numbers_.covers(number, *theirs)) return false;
  }
  if (!cover_relations(large.relations, small.relations)) return false;
  const auto values = [&](ZoneVariable x, ZoneVariable y, Sense sense) {
    return bound_by_values(small, base, x, y, sense);
  };
  if (!large.zone.covers(small.zone, values)) return false;
  for (std::size_t i = 0; i < t.frames.size(); ++i) {
    if (!covers_memory(t.frames[i].memory, large.frames[i].memory, other.frames[i].memory,
                       small.frames[i].memory)) {
      return false;
    }
  }
  return covers_memory(t.own, large.own, other.own, small.own);
}

}  // namespace skein::abstract
