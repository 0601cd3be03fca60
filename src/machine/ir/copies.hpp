// SPDX-License-Identifier: Apache-2.0
// memcpy, memmove and memset of memory that others can reach go piece by piece, each a step: what
// lies in one cell on either side. (Reading a piece and writing it are one step.) Before main has
// created a thread, the whole copy is one step.
#pragma once

#include <cstdint>

#include "machine/ir/context.hpp"

namespace skein::ir {

// What one step of a copy does.
struct Piece {
  std::uint64_t from = 0;  // where it starts, from the beginning of the copy
  std::uint64_t length = 0;
  std::uint64_t done = 0;  // how much is done after it
};

// REQUIRES: the thread stands at a memcpy or memset.
[[nodiscard]] Piece next_piece(const Context& context, const Thread& t, const Instruction& in);

}  // namespace skein::ir
