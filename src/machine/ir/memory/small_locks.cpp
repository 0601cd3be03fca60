// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/memory/small_locks.hpp"

#include <algorithm>

namespace skein::ir {

namespace {

std::uint64_t mask_of(std::uint32_t place) { return 0xffffffffULL << (8U * place); }

}  // namespace

std::optional<Cell> small_lock_in(const Cell& cell, ValueKind kind, std::uint32_t place) {
  if (!has_room_for_small_lock(cell, place)) return std::nullopt;
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

Cell with_small_lock(Cell cell, std::uint32_t place, const Cell& lock) {
  std::erase_if(cell.waiting,
                [&](std::uint32_t packed) { return place_of_small_lock(packed) == place; });
  cell.waiting.push_back(pack_small_lock(place, lock.kind, lock.a, lock.b));
  std::sort(cell.waiting.begin(), cell.waiting.end());
  cell.bits &= ~mask_of(place);
  cell.b &= ~(0xfU << place);
  return cell;
}

bool has_room_for_small_lock(const Cell& cell, std::uint32_t place) {
  return cell.kind == ValueKind::Bytes && place + kSmallLock <= std::min(cell.a, 8U);
}

bool overlaps_small_lock(const Cell& cell, std::uint32_t from, std::uint32_t count) {
  return std::any_of(cell.waiting.begin(), cell.waiting.end(), [&](std::uint32_t packed) {
    const std::uint32_t place = place_of_small_lock(packed);
    return from < place + kSmallLock && place < from + count;
  });
}

void erase_small_locks(Cell& cell, std::uint32_t from, std::uint32_t count) {
  std::erase_if(cell.waiting, [&](std::uint32_t packed) {
    const std::uint32_t place = place_of_small_lock(packed);
    return from <= place && place + kSmallLock <= from + count;
  });
}

}  // namespace skein::ir
