// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/path_access.hpp"

#include <algorithm>
#include <utility>

namespace skein::symbolic {

namespace {

using ir::Code;
using ir::Instruction;

constexpr std::size_t kMostBlocks = 64;   // that a pointer may lead into
constexpr std::size_t kFewValues = 16;    // that the solver lists one by one
constexpr std::size_t kMostPlaces = 512;  // in one block

// The size of a block that can be accessed; empty: no pointer into it is right.
std::optional<std::uint64_t> size_of_block(const ir::Context& context, const ir::Thread& t,
                                           BlockId block) {
  const ir::Program& program = context.program;
  if (block == ir::kNullBlock) return std::nullopt;
  if (program.has_global(block)) return program.layouts[program.global(block).layout].size;
  if (ir::is_agents(block)) {
    const ir::BlockNames& names = context.memory.blocks();
    if (!names.is_name(block)) return std::nullopt;
    if (ir::is_heap(block)) return 8ULL * names.words_of(block);
    const std::uint32_t layout = names.layout_of(block);
    if (layout >= program.layouts.size()) return std::nullopt;
    return program.layouts[layout].size;
  }
  if (ir::is_frame(block)) {
    const std::size_t depth = ir::depth_of(block);
    if (depth >= t.frames.size()) return std::nullopt;
    return t.frames[depth].memory.size();
  }
  if (program.has_thread_local(block)) return program.thread_local_variable(block).size;
  return std::nullopt;
}

}  // namespace

// ---- Where an access may go ----------------------------------------------------------------

void PathMemory::add_targets(Path& p, TermId pointer, std::uint64_t lo, std::uint64_t hi,
                             std::uint64_t bytes, std::vector<Target>& found) {
  Path inside = p;
  if (!feasibility_.admit(inside, terms_.between(pointer, lo, hi))) return;
  std::optional<std::vector<std::uint64_t>> values =
      feasibility_.values(inside, pointer, kFewValues);
  if (!values) {
    // The elements of an array: all of them, if nothing between them is possible.
    const TermId distance = terms_.compute(Code::Sub, 64, pointer, terms_.constant(lo));
    const TermId rest = terms_.compute(Code::URem, 64, distance, terms_.constant(bytes));
    const bool is_aligned =
        !feasibility_.value(inside, pointer, terms_.opposite(terms_.equal(rest, 0)));
    if (!is_aligned || (hi - lo) / bytes >= kMostPlaces) {
      throw NotFollowed("a pointer with too many values");
    }
    values.emplace();
    for (std::uint64_t at = lo; at <= hi; at += bytes) values->push_back(at);
  }
  for (const std::uint64_t value : *values) found.push_back({value, terms_.equal(pointer, value)});
}

// Pointers into one block are all right within its bounds, and outside of them all wrong in the
// same way. So the solver is asked once for each block.
std::vector<PathMemory::Target> PathMemory::targets(Path& p, ir::Operand operand,
                                                    std::uint64_t bytes, bool is_write,
                                                    std::vector<Path>& more) {
  const TermId pointer = registers_.term(p, operand);
  std::vector<Target> found;
  TermId elsewhere = terms_.constant(1);
  for (std::size_t count = 0;; ++count) {
    if (count > kMostBlocks) throw NotFollowed("a pointer into too many blocks");
    const std::optional<std::uint64_t> one = feasibility_.value(p, pointer, elsewhere);
    if (!one) break;
    const ir::Thread& t = registers_.me(p).thread;
    const BlockId block = ir::block_of(*one);
    if (context_.memory.is_unsized(block)) throw NotFollowed("a block of unknown size");
    ViolationFacts error = context_.memory.pointer_error(t, *one, bytes, is_write);
    const std::uint64_t first = std::uint64_t{block.value} << 32U;
    TermId here = terms_.between(pointer, first, first + 0xffffffffULL);
    if (block == ir::kNullBlock) {
      here = *one < 65536 ? terms_.between(pointer, 0, 65535)
                          : terms_.between(pointer, 65536, 0xffffffffULL);
    }
    const std::optional<std::uint64_t> size = size_of_block(context_, t, block);
    const std::uint64_t lo = ir::pointer_to(block);
    if (size && *size >= bytes) {
      const std::uint64_t hi = lo + *size - bytes;
      const TermId inside = terms_.between(pointer, lo, hi);
      const bool is_inside = lo <= *one && *one <= hi;
      here = is_inside ? inside : terms_.both(here, terms_.opposite(inside));
      if (error.is_none()) {
        if (!is_inside) throw NotFollowed("a pointer that is right outside of its block");
        add_targets(p, pointer, lo, hi, bytes, found);
      }
    } else if (error.is_none()) {
      throw NotFollowed("a pointer into a block of unknown size");
    }
    if (!error.is_none() && !registers_.fail_if(p, here, std::move(error), more)) return {};
    elsewhere = terms_.both(elsewhere, terms_.opposite(here));
  }
  if (found.size() == 1 && operand >= 0) {
    registers_.set_slot(registers_.me(p), static_cast<std::size_t>(operand),
                        terms_.constant(found.front().pointer));
  }
  return found;
}

bool PathMemory::touches_watched(std::uint64_t pointer, std::uint64_t bytes) {
  if (context_.memory.is_private(pointer)) return false;
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  return std::any_of(parts.begin(), parts.end(),
                     [&](const ir::Part& part) { return world_.is_watched(part.object); });
}

bool PathMemory::is_visible(const Instruction& in, const std::vector<Target>& places) {
  const bool is_shared = std::any_of(places.begin(), places.end(), [&](const Target& place) {
    return !context_.memory.is_private(place.pointer);
  });
  if (!is_shared) return false;
  return in.is_atomic || in.code == Code::Rmw || in.code == Code::CmpXchg ||
         std::any_of(places.begin(), places.end(), [&](const Target& place) {
           return touches_watched(place.pointer, ir::bytes_of(in));
         });
}

Flow PathMemory::split(Path& p, ir::Operand pointer, const std::vector<Target>& places,
                       std::vector<Path>& more) {
  for (const Target& place : places) {
    Path one = p;
    ++one.branches;
    if (!feasibility_.admit(one, place.condition)) continue;
    registers_.set_slot(registers_.me(one), static_cast<std::size_t>(pointer),
                        terms_.constant(place.pointer));
    more.push_back(std::move(one));
  }
  return Flow::Vanishes;
}

// ---- One access ----------------------------------------------------------------------------

Flow PathMemory::access(Path& p, const Instruction& in, std::vector<Path>& more) {
  const std::vector<Target> places =
      targets(p, in.a, ir::bytes_of(in), in.code != Code::Load, more);
  if (places.empty()) return Flow::Vanishes;
  if (is_visible(in, places) && !registers_.is_operating()) {
    const bool is_single_place = places.size() == 1 && registers_.is_known(p, in.a);
    return is_single_place ? Flow::Waits : split(p, in.a, places, more);
  }
  if (places.size() == 1) return access_one(p, in, places.front().pointer);
  const bool is_simple =
      in.code == Code::Load || (in.code == Code::Store &&
                                std::all_of(places.begin(), places.end(), [&](const Target& place) {
                                  return is_plain(p, place.pointer, ir::bytes_of(in));
                                }));
  return is_simple ? access_several(p, in, places, more) : split(p, in.a, places, more);
}

TermId PathMemory::stored(Path& p, const Instruction& in, TermId old) {
  switch (in.code) {
    case Code::Store: return registers_.term(p, in.b);
    case Code::Rmw:
      return terms_.modify(static_cast<ir::RmwKind>(in.sub), in.bits, old,
                           registers_.term(p, in.b));
    default:
      return terms_.choice(terms_.equal(old, registers_.term(p, in.b)), registers_.term(p, in.c),
                           old);
  }
}

Flow PathMemory::access_one(Path& p, const Instruction& in, std::uint64_t pointer) {
  std::vector<Byte> bytes(ir::bytes_of(in));
  TermId old = terms_.constant(0);
  if (in.code != Code::Store) {
    if (const ir::MaybeMisuse misuse = read(p, pointer, bytes)) return registers_.fail(p, *misuse);
    old = terms_.compute(Code::Trunc, in.bits, value_of(terms_, bytes), terms_.constant(0));
  }
  if (in.code == Code::Load) return registers_.give(p, in, old);
  const TermId now = stored(p, in, old);
  const bool is_exchange = in.code == Code::CmpXchg;
  const TermId success = is_exchange ? terms_.equal(old, registers_.term(p, in.b)) : TermId{};
  if (const ir::MaybeMisuse misuse = write(p, pointer, bytes_of(terms_, now, ir::bytes_of(in)))) {
    return registers_.fail(p, *misuse);
  }
  if (is_exchange)
    registers_.set_slot(registers_.me(p), static_cast<std::size_t>(in.dst) + 1, success);
  if (in.code != Code::Store) return registers_.give(p, in, old);
  ++registers_.me(p).thread.frames.back().pc;
  return Flow::Goes;
}

// Whether writing changes nothing but the bytes.
bool PathMemory::is_plain(Path& p, std::uint64_t pointer, std::uint64_t bytes) {
  if (context_.memory.is_private(pointer)) return true;
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, bytes, parts);
  return std::all_of(parts.begin(), parts.end(), [&](const ir::Part& part) {
    const ir::Cell& c = context_.memory.cells()[cell(p, part.object).value];
    return c.kind == ir::ValueKind::Bytes && c.b == 0 && c.waiting.empty();
  });
}

// A load or store of which the place is one of several: all are looked at, or written if the
// pointer leads there.
Flow PathMemory::access_several(Path& p, const Instruction& in, const std::vector<Target>& places,
                                std::vector<Path>& more) {
  TermId result;
  const TermId now = in.code == Code::Store ? registers_.term(p, in.b) : TermId{};
  for (const Target& place : places) {
    std::vector<Byte> bytes(ir::bytes_of(in));
    ir::MaybeMisuse misuse = read(p, place.pointer, bytes);
    if (!misuse && in.code == Code::Store) {
      const TermId both = terms_.choice(place.condition, now, value_of(terms_, bytes));
      misuse = write(p, place.pointer, bytes_of(terms_, both, ir::bytes_of(in)));
    }
    if (misuse) {
      if (!registers_.fail_if(p, place.condition, *misuse, more)) return Flow::Vanishes;
      continue;
    }
    const TermId found = value_of(terms_, bytes);
    result = result.is_none() ? found : terms_.choice(place.condition, found, result);
  }
  if (result.is_none()) return Flow::Vanishes;
  if (in.code == Code::Load) {
    return registers_.give(p, in, terms_.compute(Code::Trunc, in.bits, result, terms_.constant(0)));
  }
  ++registers_.me(p).thread.frames.back().pc;
  return Flow::Goes;
}

// ---- Bytes of memory -----------------------------------------------------------------------

SharedCell& PathMemory::cell(Path& p, ObjectId object) {
  const auto found = p.shared.find(object);
  if (found != p.shared.end()) return found->second;
  SharedCell before = world_.cell_before(p, object);
  return p.shared.emplace(object, std::move(before)).first->second;
}

// Null: a constant, of which everything is known.
UnknownBytes* PathMemory::private_bytes(ThreadState& t, std::uint64_t pointer,
                                        std::uint32_t& offset) const {
  const BlockId block = ir::block_of(pointer);
  offset = ir::offset_of(pointer);
  if (ir::is_frame(block)) return &t.frames[ir::depth_of(block)].memory;
  if (ir::is_thread_local(block)) {
    offset += context_.program.thread_local_variable(block).offset;
    return &t.own;
  }
  return nullptr;
}

ir::MaybeMisuse PathMemory::read(Path& p, std::uint64_t pointer, std::span<Byte> to) {
  std::vector<std::uint8_t> known(to.size());
  if (context_.memory.is_private(pointer)) {
    std::uint32_t offset = 0;
    const UnknownBytes* const unknown = private_bytes(registers_.me(p), pointer, offset);
    // The last two globals are argv.
    if (unknown == nullptr &&
        ir::global_of(ir::block_of(pointer)).index() + 2 >= context_.program.globals.size()) {
      throw NotFollowed("the program's arguments");
    }
    context_.memory.read_private(registers_.me(p).thread, pointer, known.data(), known.size());
    read_bytes(unknown != nullptr ? *unknown : UnknownBytes{}, offset, known, to);
    return std::nullopt;
  }
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, to.size(), parts);
  std::fill(to.begin(), to.end(), Byte{});
  for (const ir::Part& part : parts) {
    const SharedCell& c = cell(p, part.object);
    const ValueId values[] = {c.value};
    if (ir::MaybeMisuse misuse = context_.memory.read(values, std::span(&part, 1), known.data())) {
      return misuse;
    }
    const std::span<Byte> bytes = to.subspan(part.in_access, part.count);
    if (context_.memory.is_folded(part.object)) {
      // The cell is that of many elements: what this one holds is not known.
      const std::vector<Byte> anything =
          bytes_of(terms_, terms_.new_variable(8 * part.count), part.count);
      std::copy(anything.begin(), anything.end(), bytes.begin());
      continue;
    }
    read_bytes(c.bytes, part.in_cell, std::span(known).subspan(part.in_access, part.count), bytes);
  }
  return std::nullopt;
}

ir::MaybeMisuse PathMemory::write(Path& p, std::uint64_t pointer, std::span<const Byte> from) {
  const std::vector<std::uint8_t> known = known_part(from);
  if (context_.memory.is_private(pointer)) {
    std::uint32_t offset = 0;
    UnknownBytes* const unknown = private_bytes(registers_.me(p), pointer, offset);
    context_.memory.write_private(registers_.me(p).thread, pointer, known.data(), known.size());
    write_bytes(*unknown, offset, from);
    return std::nullopt;
  }
  std::vector<ir::Part> parts;
  context_.memory.split(pointer, from.size(), parts);
  for (const ir::Part& part : parts) {
    SharedCell& c = cell(p, part.object);
    const auto bytes = from.subspan(part.in_access, part.count);
    const ir::Cell& before = context_.memory.cells()[c.value];
    const bool is_known =
        std::all_of(bytes.begin(), bytes.end(), [](const Byte& b) { return b.is_known(); });
    // Zeros make a new lock of an old one, other bytes do not.
    const bool is_bytes = before.kind == ir::ValueKind::Bytes && before.waiting.empty();
    if (!is_known && !is_bytes && before.kind != ir::ValueKind::Nothing) {
      throw NotFollowed("an unknown value in the place of a lock");
    }
    ValueId values[] = {c.value};
    if (ir::MaybeMisuse misuse = context_.memory.write(values, std::span(&part, 1), known.data())) {
      return misuse;
    }
    c.value = values[0];
    write_bytes(c.bytes, part.in_cell, bytes);
  }
  return std::nullopt;
}

std::vector<ValueId> PathMemory::values_of(Path& p, const Transition& what) {
  std::vector<ValueId> values;
  for (const Touch& touch : what.touches) values.push_back(cell(p, touch.object).value);
  return values;
}

}  // namespace skein::symbolic
