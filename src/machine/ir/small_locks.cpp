// SPDX-License-Identifier: Apache-2.0
// Locks of 4 bytes, which may share a cell with other variables (cells.hpp).
#include <algorithm>

#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

std::uint64_t mask_of(std::uint32_t place) { return 0xffffffffULL << (8U * place); }

}  // namespace

bool IrSystem::is_small(const Instruction& in) {
  switch (static_cast<Builtin>(in.sub)) {
    case Builtin::SpinInit:
    case Builtin::SpinDestroy:
    case Builtin::SpinLock:
    case Builtin::SpinTryLock:
    case Builtin::SpinUnlock:
    case Builtin::Once: return true;
    default: return false;
  }
}

// Where in its cell the first argument points to.
std::uint32_t IrSystem::place_in_cell(const Thread& t, const Instruction& in) const {
  const std::uint64_t pointer = argument(t, in, 0);
  const std::uint32_t block = block_of(pointer);
  const std::uint32_t offset = offset_of(pointer);
  if (is_heap(block)) return offset % 8;
  const Layout& layout = program_.layouts[is_agents(block) ? blocks_.layout_of(block)
                                                           : program_.globals[block - 1].layout];
  const auto next =
      std::upper_bound(layout.cells.begin(), layout.cells.end(), offset,
                       [](std::uint32_t x, const CellShape& c) { return x < c.offset; });
  return next == layout.cells.begin() ? 0 : offset - (next - 1)->offset;
}

std::optional<Cell> IrSystem::small_lock_in(ValueId value, ValueKind kind,
                                            std::uint32_t place) const {
  const Cell& cell = cells_[value];
  if (cell.kind != ValueKind::Bytes || place + kSmallLock > std::min(cell.a, 8U)) {
    return std::nullopt;
  }
  for (const std::uint32_t packed : cell.waiting) {
    if (place_of_small_lock(packed) != place) continue;
    const Cell lock = unpack_small_lock(packed);
    return lock.kind == kind ? std::optional(lock) : std::nullopt;
  }
  if ((cell.bits & mask_of(place)) != 0) return std::nullopt;
  Cell fresh;
  fresh.kind = kind;
  return fresh;
}

// REQUIRES: it is bytes, long enough.
ValueId IrSystem::with_small_lock(ValueId value, std::uint32_t place, const Cell& lock) {
  Cell cell = cells_[value];
  std::erase_if(cell.waiting,
                [&](std::uint32_t packed) { return place_of_small_lock(packed) == place; });
  cell.waiting.push_back(pack_small_lock(place, lock.kind, lock.a, lock.b));
  std::sort(cell.waiting.begin(), cell.waiting.end());
  cell.bits &= ~mask_of(place);
  cell.b &= ~(0xfU << place);
  return cells_.intern(cell);
}

// Whether a lock may be made there: of bytes, whatever they are, or of an old lock.
bool IrSystem::has_room_for_small_lock(const Step& s, const Instruction& in) const {
  const Cell& cell = cells_[s.values[0]];
  return cell.kind == ValueKind::Bytes &&
         place_in_cell(s.thread, in) + kSmallLock <= std::min(cell.a, 8U);
}

std::optional<Cell> IrSystem::lock_of(const Thread& t, const Instruction& in, ValueId value,
                                      ValueKind kind) const {
  return is_small(in) ? small_lock_in(value, kind, place_in_cell(t, in)) : lock_in(value, kind);
}

// The new state of the lock that the operation is about, its first object.
void IrSystem::put_lock(Step& s, const Instruction& in, const Cell& lock) {
  s.outcome.values[0] = is_small(in)
                            ? with_small_lock(s.values[0], place_in_cell(s.thread, in), lock)
                            : cells_.intern(lock);
}

bool IrSystem::overlaps_small_lock(const Cell& cell, const Part& part) {
  return std::any_of(cell.waiting.begin(), cell.waiting.end(), [&](std::uint32_t packed) {
    const std::uint32_t place = place_of_small_lock(packed);
    return part.in_cell < place + kSmallLock && place < part.in_cell + part.count;
  });
}

// Those that the part covers as a whole.
void IrSystem::erase_small_locks(Cell& cell, const Part& part) {
  std::erase_if(cell.waiting, [&](std::uint32_t packed) {
    const std::uint32_t place = place_of_small_lock(packed);
    return part.in_cell <= place && place + kSmallLock <= part.in_cell + part.count;
  });
}

}  // namespace skein::ir
