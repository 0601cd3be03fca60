// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/memory/memory.hpp"

#include <algorithm>
#include <cstring>

#include "core/ensure.hpp"
#include "machine/ir/memory/small_locks.hpp"

namespace skein::ir {

namespace {

// The first cell that begins after this offset.
auto cell_after(const Layout& layout, std::uint32_t offset) {
  return std::upper_bound(layout.cells.begin(), layout.cells.end(), offset,
                          [](std::uint32_t x, const CellShape& c) { return x < c.offset; });
}

}  // namespace

bool Memory::is_private(std::uint64_t pointer) const {
  const BlockId block = block_of(pointer);
  if (is_thread_local(block) || is_frame(block)) return true;
  return program_.has_global(block) && program_.global(block).is_constant;
}

ViolationFacts Memory::pointer_error(const Thread& t, std::uint64_t pointer, std::uint64_t length,
                                     bool is_write) const {
  const BlockId block = block_of(pointer);
  // A length such as (size_t)-1 must not wrap.
  const std::uint64_t end = std::max(offset_of(pointer) + length, length);
  const auto error = [&](ViolationCode code) { return wrong_access(code, is_write); };
  const auto beyond = [&](std::uint64_t size, ViolationCode code) {
    return end > size ? error(code) : ViolationFacts();
  };
  const auto outside_of = [&](const std::string& name) {
    return wrong_access(ViolationCode::OutsideOfVariable, is_write, {name});
  };
  if (block == kNullBlock) {
    return error(pointer < 65536 ? ViolationCode::NullPointer : ViolationCode::WildPointer);
  }
  if (program_.has_global(block)) {
    const Global& global = program_.global(block);
    if (end > program_.layouts[global.layout].size) return outside_of(global.name);
    if (is_write && global.is_constant) return {ViolationCode::WritesConstant, {global.name}};
    return {};
  }
  if (is_agents(block)) {
    if (!blocks_.is_name(block)) return error(ViolationCode::WildPointer);
    if (is_unsized(block)) {
      return beyond(unsized_shape(block).header, ViolationCode::OutsideOfHeapBlock);
    }
    if (is_heap(block)) {
      return beyond(8ULL * blocks_.words_of(block), ViolationCode::OutsideOfHeapBlock);
    }
    const std::uint32_t layout = blocks_.layout_of(block);
    if (layout >= program_.layouts.size()) return error(ViolationCode::WildPointer);
    return beyond(program_.layouts[layout].size, ViolationCode::OutsideOfLocal);
  }
  if (is_frame(block)) {
    const std::size_t depth = depth_of(block);
    if (depth >= t.frames.size()) return error(ViolationCode::LocalOfReturned);
    return beyond(t.frames[depth].memory.size(), ViolationCode::OutsideOfLocal);
  }
  if (program_.has_thread_local(block)) {
    const ThreadLocal& variable = program_.thread_local_variable(block);
    return end > variable.size ? outside_of(variable.name) : ViolationFacts();
  }
  return error(ViolationCode::FunctionPointer);
}

// ---- Private memory ------------------------------------------------------------------------

void Memory::read_private(const Thread& t, std::uint64_t pointer, std::uint8_t* to,
                          std::size_t count) const {
  const BlockId block = block_of(pointer);
  const std::uint8_t* const from = is_frame(block) ? t.frames[depth_of(block)].memory.data()
                                   : is_thread_local(block)
                                       ? &t.own[program_.thread_local_variable(block).offset]
                                       : program_.global(block).bytes.data();
  std::memcpy(to, from + offset_of(pointer), count);
}

void Memory::write_private(Thread& t, std::uint64_t pointer, const std::uint8_t* from,
                           std::size_t count) const {
  const BlockId block = block_of(pointer);
  std::uint8_t* const to = is_frame(block) ? t.frames[depth_of(block)].memory.data()
                                           : &t.own[program_.thread_local_variable(block).offset];
  std::memcpy(to + offset_of(pointer), from, count);
}

std::string Memory::text_at(const Thread& t, std::uint64_t pointer) const {
  std::string text;
  if (!is_private(pointer)) return "?";
  while (text.size() < 4096 && pointer_error(t, pointer, 1, false).is_none()) {
    std::uint8_t byte = 0;
    read_private(t, pointer++, &byte, 1);
    if (byte == 0) break;
    text += static_cast<char>(byte);
  }
  return text;
}

// ---- Where cells are -----------------------------------------------------------------------

std::uint32_t Memory::cells_of(BlockId block) const {
  if (is_heap(block)) return blocks_.words_of(block);
  return static_cast<std::uint32_t>(layout_of(block).cells.size());
}

// The cell of the first element, in an array that is folded.
std::uint32_t Memory::folded_cell(BlockId block, std::uint32_t cell) const {
  if (folds_.is_empty()) return cell;
  const std::uint32_t offset = offset_of_cell(block, cell);
  const std::uint32_t first = folds_.folded(shape_of(block), offset);
  if (first == offset) return cell;
  if (is_unsized(block)) return unsized_shape(block).cell_at(first);
  if (is_heap(block)) return first / 8;
  const Layout& layout = layout_of(block);
  return static_cast<std::uint32_t>(cell_after(layout, first) - layout.cells.begin()) - 1;
}

void Memory::split(std::uint64_t pointer, std::uint64_t length, std::vector<Part>& parts) {
  const BlockId block = block_of(pointer);
  const std::uint32_t from = offset_of(pointer);
  const auto to = static_cast<std::uint32_t>(from + length);
  const auto add = [&](std::uint32_t cell, std::uint32_t start, std::uint32_t size) {
    const std::uint32_t first = std::max(from, start);
    const std::uint32_t last = std::min(to, start + size);
    if (first < last) {
      const ObjectId object = objects_.cell(block, folded_cell(block, cell));
      parts.push_back(Part{object, first - start, first - from, last - first});
    }
  };
  if (is_unsized(block)) {
    const UnsizedShape& shape = unsized_shape(block);
    for (std::uint32_t cell = shape.cell_at(from); shape.offset_of(cell) < to; ++cell) {
      add(cell, shape.offset_of(cell), shape.size_of(cell));
    }
    return;
  }
  if (is_heap(block)) {
    for (std::uint32_t cell = from / 8; cell * 8 < to; ++cell) add(cell, cell * 8, 8);
    return;
  }
  const Layout& layout = layout_of(block);
  auto cell = cell_after(layout, from);
  if (cell != layout.cells.begin()) --cell;
  for (; cell != layout.cells.end() && cell->offset < to; ++cell) {
    add(static_cast<std::uint32_t>(cell - layout.cells.begin()), cell->offset, cell->size);
  }
}

ObjectId Memory::object_at(std::uint64_t pointer) {
  std::vector<Part> parts;
  split(pointer, 1, parts);
  return parts.empty() ? ObjectId{} : parts.front().object;
}

Extent Memory::extent_at(std::uint64_t pointer) const {
  const BlockId block = block_of(pointer);
  const std::uint32_t at = offset_of(pointer);
  if (is_unsized(block)) {
    const UnsizedShape& shape = unsized_shape(block);
    const std::uint32_t begin = shape.offset_of(shape.cell_at(at));
    return {begin, begin + shape.size_of(shape.cell_at(at)), true};
  }
  if (is_heap(block)) return {at / 8 * 8, at / 8 * 8 + 8, true};
  const Layout& layout = layout_of(block);
  const auto next = cell_after(layout, at);
  std::uint32_t begin = 0;
  if (next != layout.cells.begin()) {
    const CellShape& cell = *std::prev(next);
    if (at < cell.offset + cell.size) return {cell.offset, cell.offset + cell.size, true};
    begin = cell.offset + cell.size;
  }
  return {begin, next == layout.cells.end() ? layout.size : next->offset, false};
}

std::uint32_t Memory::place_in_cell(std::uint64_t pointer) const {
  const BlockId block = block_of(pointer);
  const std::uint32_t offset = offset_of(pointer);
  if (is_unsized(block)) return offset - extent_at(pointer).begin;
  if (is_heap(block)) return offset % 8;
  const Layout& layout = layout_of(block);
  const auto next = cell_after(layout, offset);
  return next == layout.cells.begin() ? 0 : offset - (next - 1)->offset;
}

// ---- Values --------------------------------------------------------------------------------

MaybeMisuse Memory::read(std::span<const ValueId> values, std::span<const Part> parts,
                         std::uint8_t* to, bool is_use) const {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    const Cell& cell = cells_[values[i]];
    if (cell.kind == ValueKind::Nothing) return wrong_access(ViolationCode::FreedMemory, false);
    if (cell.kind != ValueKind::Bytes || overlaps_small_lock(cell, part.in_cell, part.count)) {
      return wrong_access(ViolationCode::AccessesLockInside, false);
    }
    if (part.in_cell + part.count > cell.a) {
      return wrong_access(ViolationCode::OutsideOfHeapBlock, false);
    }
    if (is_use && cell.b != 0 && ((cell.b >> part.in_cell) & ((1U << part.count) - 1U)) != 0) {
      return ViolationCode::ReadsUnwritten;
    }
    // A cell of more than 8 bytes is an unused lock: zeros.
    if (part.in_cell + part.count > 8) {
      std::memset(to + part.in_access, 0, part.count);
      continue;
    }
    const std::uint64_t bits = cell.bits >> (8 * part.in_cell);
    std::memcpy(to + part.in_access, &bits, part.count);
  }
  return std::nullopt;
}

MaybeMisuse Memory::write(std::span<ValueId> values, std::span<const Part> parts,
                          const std::uint8_t* from) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (MaybeMisuse misuse = write_part(values[i], parts[i], from)) return misuse;
  }
  return std::nullopt;
}

MaybeMisuse Memory::write_part(ValueId& value, const Part& part, const std::uint8_t* from) {
  Cell cell = cells_[value];
  if (cell.kind == ValueKind::Nothing) return wrong_access(ViolationCode::FreedMemory, true);
  // A lock may only be overwritten as a whole and with zeros: that makes a new lock.
  const bool is_zero = std::all_of(from + part.in_access, from + part.in_access + part.count,
                                   [](std::uint8_t b) { return b == 0; });
  if (is_zero) erase_small_locks(cell, part.in_cell, part.count);
  if (overlaps_small_lock(cell, part.in_cell, part.count)) {
    return wrong_access(ViolationCode::AccessesLockInside, true);
  }
  if (cell.kind != ValueKind::Bytes) {
    if (part.in_cell != 0 || !is_zero) return wrong_access(ViolationCode::AccessesLockInside, true);
    value = cells_.bytes(std::max(8U, part.count), 0);
    return std::nullopt;
  }
  if (part.in_cell + part.count > cell.a) {
    return wrong_access(ViolationCode::OutsideOfHeapBlock, true);
  }
  // Zeros of an unused lock.
  if (part.in_cell + part.count > 8) return std::nullopt;
  std::uint8_t bytes[8];
  std::memcpy(bytes, &cell.bits, 8);
  std::memcpy(bytes + part.in_cell, from + part.in_access, part.count);
  std::memcpy(&cell.bits, bytes, 8);
  cell.b &= ~(((1U << part.count) - 1U) << part.in_cell);
  value = cells_.intern(cell);
  return std::nullopt;
}

ValueId Memory::initial_value(ObjectId x) {
  const Object object = objects_[x];
  if (object.kind == ObjectKind::SectionLock) {
    return cells_.intern(Cell{ValueKind::Mutex, 0, 0, 0, {}, {}});
  }
  if (object.kind == ObjectKind::Life) {
    if (object.agent != kMainAgent) return {};
    Cell main;
    main.kind = ValueKind::Life;
    main.a = kRunning;
    return cells_.intern(main);
  }
  // A block of unknown size cannot be accessed before it is made: so it need not be made by a step
  // of its own.
  if (is_unsized(object.block) && object.cell != kCountCell) {
    return cells_.bytes(unsized_shape(object.block).size_of(object.cell), 0);
  }
  if (is_agents(object.block)) return {};
  const Global& global = program_.global(object.block);
  const CellShape& shape = program_.layouts[global.layout].cells[object.cell];
  if (shape.kind == CellKind::Bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, global.bytes.data() + shape.offset, shape.size);
    return cells_.bytes(shape.size, bits);
  }
  // A new lock. Only the type of a mutex matters; glibc's initialisers store it at offset 16. For a
  // readers-writer lock they store at offset 48 whether it prefers writers.
  if (shape.kind == CellKind::RwLock && global.bytes[shape.offset + 48] == 2) {
    throw UserError(global.name + ": a readers-writer lock that prefers writers is not supported");
  }
  if (shape.kind == CellKind::Mutex) {
    std::uint32_t type = 0;
    std::memcpy(&type, global.bytes.data() + shape.offset + 16, 4);
    Cell mutex;
    mutex.kind = ValueKind::Mutex;
    mutex.a = type & 3U;
    return cells_.intern(mutex);
  }
  return cells_.bytes(shape.size, 0);
}

ValueId Memory::new_word(std::uint64_t bytes, std::size_t i, bool is_defined) {
  const std::uint64_t left = bytes > 8 * i ? bytes - 8 * i : 0;
  if (left == 0 && i > 0) return {};
  Cell cell;
  cell.kind = ValueKind::Bytes;
  cell.a = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, 8));
  if (!is_defined) cell.b = (1U << cell.a) - 1U;
  return cells_.intern(cell);
}

}  // namespace skein::ir
