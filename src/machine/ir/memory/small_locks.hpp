// SPDX-License-Identifier: Apache-2.0
// Locks of 4 bytes (spin locks, once). They may share a cell with other variables: two words of the
// heap, a union. So they are stored next to the bytes of the cell, which are zero at the place of a
// lock.
#pragma once

#include <cstdint>
#include <optional>

#include "machine/ir/memory/cells.hpp"

namespace skein::ir {

// The lock of this kind at this place; zero bytes are a new lock. Empty if something else is there.
[[nodiscard]] std::optional<Cell> small_lock_in(const Cell& cell, ValueKind kind,
                                                std::uint32_t place);
// The cell with the lock in this state. REQUIRES has_room_for_small_lock.
[[nodiscard]] Cell with_small_lock(Cell cell, std::uint32_t place, const Cell& lock);
// Whether a lock can be initialised there: over any bytes, or over an old lock.
[[nodiscard]] bool has_room_for_small_lock(const Cell& cell, std::uint32_t place);

// Whether one of the locks overlaps these bytes.
[[nodiscard]] bool overlaps_small_lock(const Cell& cell, std::uint32_t from, std::uint32_t count);
// Removes the locks that lie completely in these bytes.
void erase_small_locks(Cell& cell, std::uint32_t from, std::uint32_t count);

}  // namespace skein::ir
