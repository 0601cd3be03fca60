// SPDX-License-Identifier: Apache-2.0
// Memory: which cells an access falls into, private memory, and what can be wrong with a pointer.
#include <algorithm>
#include <cstring>

#include "core/check.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

bool IrSystem::is_private(std::uint64_t pointer) const {
  const std::uint32_t block = block_of(pointer);
  if (block >= kThreadBase && block < kAgentBase) return true;
  return block >= 1 && block <= program_.globals.size() && program_.globals[block - 1].is_constant;
}

// What is wrong with an access, as far as the pointer alone tells; empty if nothing is. Whether a
// block of the heap is still there is only known when the access is executed.
ViolationFacts IrSystem::trouble_with(const Thread& t, std::uint64_t pointer, std::uint64_t length,
                                      bool is_write) const {
  const std::uint32_t block = block_of(pointer);
  const std::uint64_t end = offset_of(pointer) + length;
  const auto trouble = [&](ViolationCode code, std::vector<std::string> names = {}) {
    return ViolationFacts(code, std::move(names), {}, {is_write ? 1 : 0});
  };
  const auto beyond = [&](std::uint64_t size, ViolationCode code) {
    return end > size ? trouble(code) : ViolationFacts();
  };
  if (block == 0) {
    return trouble(pointer < 65536 ? ViolationCode::NullPointer : ViolationCode::WildPointer);
  }
  if (block <= program_.globals.size()) {
    const Global& global = program_.globals[block - 1];
    if (end > program_.layouts[global.layout].size)
      return trouble(ViolationCode::OutsideOfVariable, {global.name});
    if (is_write && global.is_constant) {
      return {ViolationCode::WritesConstant, {global.name}};
    }
    return {};
  }
  if (is_agents(block)) {
    if (!blocks_.is_name(block)) return trouble(ViolationCode::WildPointer);
    if (is_heap(block)) {
      return beyond(8ULL * blocks_.words_of(block), ViolationCode::OutsideOfHeapBlock);
    }
    const std::uint32_t layout = blocks_.layout_of(block);
    if (layout >= program_.layouts.size()) return trouble(ViolationCode::WildPointer);
    return beyond(program_.layouts[layout].size, ViolationCode::OutsideOfLocal);
  }
  if (block >= kFrameBase) {
    const std::uint32_t depth = block - kFrameBase;
    if (depth >= t.frames.size()) return trouble(ViolationCode::LocalOfReturned);
    return beyond(t.frames[depth].memory.size(), ViolationCode::OutsideOfLocal);
  }
  if (block >= kThreadBase && block - kThreadBase < program_.thread_locals.size()) {
    const ThreadLocal& variable = program_.thread_locals[block - kThreadBase];
    return end > variable.size ? trouble(ViolationCode::OutsideOfVariable, {variable.name})
                               : ViolationFacts();
  }
  return trouble(ViolationCode::FunctionPointer);
}

void IrSystem::read_private(const Thread& t, std::uint64_t pointer, std::uint8_t* to,
                            std::size_t count) const {
  const std::uint32_t block = block_of(pointer);
  const std::uint8_t* const from = block >= kFrameBase ? t.frames[block - kFrameBase].memory.data()
                                   : block >= kThreadBase
                                       ? &t.own[program_.thread_locals[block - kThreadBase].offset]
                                       : program_.globals[block - 1].bytes.data();
  std::memcpy(to, from + offset_of(pointer), count);
}

void IrSystem::write_private(Thread& t, std::uint64_t pointer, const std::uint8_t* from,
                             std::size_t count) {
  const std::uint32_t block = block_of(pointer);
  std::uint8_t* const to = block >= kFrameBase
                               ? t.frames[block - kFrameBase].memory.data()
                               : &t.own[program_.thread_locals[block - kThreadBase].offset];
  std::memcpy(to + offset_of(pointer), from, count);
}

// Text in private or constant memory, for messages.
std::string IrSystem::text_at(const Thread& t, std::uint64_t pointer) const {
  std::string text;
  if (!is_private(pointer)) return "?";
  while (text.size() < 4096 && trouble_with(t, pointer, 1, false).is_none()) {
    std::uint8_t byte = 0;
    read_private(t, pointer++, &byte, 1);
    if (byte == 0) break;
    text += static_cast<char>(byte);
  }
  return text;
}

std::uint32_t IrSystem::cells_of(std::uint32_t block) const {
  if (is_heap(block)) return blocks_.words_of(block);
  const std::uint32_t layout =
      is_agents(block) ? blocks_.layout_of(block) : program_.globals[block - 1].layout;
  return static_cast<std::uint32_t>(program_.layouts[layout].cells.size());
}

ObjectId IrSystem::cell_object(std::uint32_t block, std::uint32_t cell) {
  const std::uint64_t key = (static_cast<std::uint64_t>(block) << 32U) + cell;
  const auto [it, is_new] = by_cell_.emplace(key, ObjectId{names_.size()});
  if (is_new) names_.push_back(Name{false, block, cell});
  return it->second;
}

// The cells that an access touches. REQUIRES trouble_with says nothing.
void IrSystem::split(std::uint64_t pointer, std::uint64_t length, std::vector<Part>& parts) {
  const std::uint32_t block = block_of(pointer);
  const std::uint32_t from = offset_of(pointer);
  const auto to = static_cast<std::uint32_t>(from + length);
  const auto add = [&](std::uint32_t cell, std::uint32_t start, std::uint32_t size) {
    const std::uint32_t first = std::max(from, start);
    const std::uint32_t last = std::min(to, start + size);
    if (first < last) {
      parts.push_back(Part{cell_object(block, cell), first - start, first - from, last - first});
    }
  };
  if (is_heap(block)) {
    for (std::uint32_t cell = from / 8; cell * 8 < to; ++cell) add(cell, cell * 8, 8);
    return;
  }
  const Layout& layout = program_.layouts[is_agents(block) ? blocks_.layout_of(block)
                                                           : program_.globals[block - 1].layout];
  auto cell = std::upper_bound(layout.cells.begin(), layout.cells.end(), from,
                               [](std::uint32_t x, const CellShape& c) { return x < c.offset; });
  if (cell != layout.cells.begin()) --cell;
  for (; cell != layout.cells.end() && cell->offset < to; ++cell) {
    add(static_cast<std::uint32_t>(cell - layout.cells.begin()), cell->offset, cell->size);
  }
}

// The cell that a lock at this address is.
ObjectId IrSystem::object_at(std::uint64_t pointer) {
  std::vector<Part> parts;
  split(pointer, 1, parts);
  return parts.empty() ? ObjectId{} : parts.front().object;
}

bool IrSystem::read_parts(Step& s, std::span<const Part> parts, std::size_t first, std::uint8_t* to,
                          bool is_use) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Cell& cell = cells_[s.values[first + i]];
    if (cell.kind == ValueKind::Nothing) {
      fault(s.thread, s.outcome, {ViolationCode::FreedMemory, {}, {}, {0}});
      return false;
    }
    if (cell.kind != ValueKind::Bytes || overlaps_small_lock(cell, parts[i])) {
      fault(s.thread, s.outcome, {ViolationCode::AccessesLockInside, {}, {}, {0}});
      return false;
    }
    if (parts[i].in_cell + parts[i].count > cell.a) {
      fault(s.thread, s.outcome, {ViolationCode::OutsideOfHeapBlock, {}, {}, {0}});
      return false;
    }
    if (is_use && cell.b != 0 &&
        ((cell.b >> parts[i].in_cell) & ((1U << parts[i].count) - 1U)) != 0) {
      fault(s.thread, s.outcome, ViolationCode::ReadsUnwritten);
      return false;
    }
    // A cell of more than 8 bytes is a lock nobody has used yet: zeros.
    if (parts[i].in_cell + parts[i].count > 8) {
      std::memset(to + parts[i].in_access, 0, parts[i].count);
      continue;
    }
    const std::uint64_t bits = cell.bits >> (8 * parts[i].in_cell);
    std::memcpy(to + parts[i].in_access, &bits, parts[i].count);
  }
  return true;
}

bool IrSystem::write_parts(Step& s, std::span<const Part> parts, std::size_t first,
                           const std::uint8_t* from) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Cell cell = cells_[s.outcome.values[first + i]];
    if (cell.kind == ValueKind::Nothing) {
      fault(s.thread, s.outcome, {ViolationCode::FreedMemory, {}, {}, {1}});
      return false;
    }
    // Only as a whole, by zeros: a lock made anew.
    const bool is_zero =
        std::all_of(from + parts[i].in_access, from + parts[i].in_access + parts[i].count,
                    [](std::uint8_t b) { return b == 0; });
    if (is_zero) erase_small_locks(cell, parts[i]);
    if (overlaps_small_lock(cell, parts[i])) {
      fault(s.thread, s.outcome, {ViolationCode::AccessesLockInside, {}, {}, {1}});
      return false;
    }
    if (cell.kind != ValueKind::Bytes) {
      if (parts[i].in_cell != 0 || !is_zero) {
        fault(s.thread, s.outcome, {ViolationCode::AccessesLockInside, {}, {}, {1}});
        return false;
      }
      s.outcome.values[first + i] = cells_.bytes(std::max(8U, parts[i].count), 0);
      continue;
    }
    if (parts[i].in_cell + parts[i].count > cell.a) {
      fault(s.thread, s.outcome, {ViolationCode::OutsideOfHeapBlock, {}, {}, {1}});
      return false;
    }
    if (parts[i].in_cell + parts[i].count > 8) continue;  // zeros of a lock nobody has used
    std::uint8_t bytes[8];
    std::memcpy(bytes, &cell.bits, 8);
    std::memcpy(bytes + parts[i].in_cell, from + parts[i].in_access, parts[i].count);
    std::memcpy(&cell.bits, bytes, 8);
    cell.b &= ~(((1U << parts[i].count) - 1U) << parts[i].in_cell);
    s.outcome.values[first + i] = cells_.intern(cell);
  }
  return true;
}

ValueId IrSystem::initial_value(ObjectId x) {
  const Name name = names_[x.index()];
  if (x == section_lock_) return cells_.intern(Cell{ValueKind::Mutex, 0, 0, 0, {}, {}});
  if (name.is_life) {
    if (name.block != 0) return 0;
    Cell main;
    main.kind = ValueKind::Life;
    main.a = kRunning;
    return cells_.intern(main);
  }
  if (is_agents(name.block)) return 0;
  const Global& global = program_.globals[name.block - 1];
  const CellShape& shape = program_.layouts[global.layout].cells[name.cell];
  if (shape.kind == CellKind::Bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, global.bytes.data() + shape.offset, shape.size);
    return cells_.bytes(shape.size, bits);
  }
  // A lock: fresh, but for the kind of a mutex, which glibc's initialisers put at offset 16.
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

}  // namespace skein::ir
