// SPDX-License-Identifier: Apache-2.0
// memcpy, memmove and memset of memory that others can reach go piece by piece, each a step. A
// piece lies in one cell on either side. (Reading a piece and writing it are one step.) Before main
// has created a thread, the whole copy is one step.
#pragma once

#include <cstdint>

#include "machine/ir/local/context.hpp"

namespace skein::ir {

// One step of a copy.
struct Piece {
  std::uint64_t from = 0;  // offset from the beginning of the copy
  std::uint64_t length = 0;
  std::uint64_t done = 0;  // bytes done after it
};

// REQUIRES: the thread is at a memcpy or memset.
[[nodiscard]] Piece next_piece(const Context& context, const Thread& t, const Instruction& in);

}  // namespace skein::ir
