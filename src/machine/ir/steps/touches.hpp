// SPDX-License-Identifier: Apache-2.0
// The objects that a transition touches: each listed once, as a write if any access to it is a
// write.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/memory/memory.hpp"

namespace skein::ir {

using Touches = std::vector<Touch>;

// The cells of an access to memory that others can reach.
inline void touch_memory(Memory& memory, Touches& touches, std::uint64_t pointer,
                         std::uint64_t length, Access access) {
  std::vector<Part> parts;
  memory.split(pointer, length, parts);
  std::unordered_map<ObjectId, std::size_t> places;
  for (std::size_t i = 0; i < touches.size(); ++i) places.emplace(touches[i].object, i);
  for (const Part& part : parts) {
    const auto [known, is_new] = places.emplace(part.object, touches.size());
    if (is_new) {
      touches.push_back(Touch{part.object, access});
    } else if (access == Access::Write) {
      touches[known->second].access = access;
    }
  }
}

// All cells of a block that is made or freed.
inline void touch_block(Memory& memory, Touches& touches, BlockId block) {
  for (std::uint32_t cell = 0; cell < memory.own_cells_of(block); ++cell) {
    if (memory.is_folded_away(block, cell)) continue;
    touches.push_back(Touch{memory.objects().cell(block, cell), Access::Write});
  }
}

// How a step of several accesses is shown.
[[nodiscard]] inline OpKind kind_of_step(const Touches& touches) {
  if (touches.empty()) return OpKind::Yield;
  const auto has = [&](Access access) {
    return std::any_of(touches.begin(), touches.end(),
                       [&](const Touch& touch) { return touch.access == access; });
  };
  if (!has(Access::Write)) return OpKind::PlainLoad;
  return has(Access::Read) ? OpKind::AtomicRmw : OpKind::PlainStore;
}

}  // namespace skein::ir
