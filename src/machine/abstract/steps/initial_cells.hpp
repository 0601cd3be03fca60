// SPDX-License-Identifier: Apache-2.0
// What shared memory holds before the program's first step. A cell of an array that is folded
// (ir/memory/folds.hpp) has the values of all its elements.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "core/states.hpp"
#include "machine/abstract/local/ghost_cells.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

class InitialCells {
 public:
  InitialCells(ir::Context& context, StateLattice& lattice)
      : context_(context), lattice_(lattice) {}

  [[nodiscard]] ValueId value(ObjectId object) {
    if (is_ghost(object)) return nothing_in_ghost(context_.memory.cells());
    return context_.memory.is_folded(object) ? joined(object)
                                             : context_.memory.initial_value(object);
  }
  void begin_again() { folded_.clear(); }

 private:
  [[nodiscard]] ValueId joined(ObjectId object);

  ir::Context& context_;
  StateLattice& lattice_;
  // By block and offset in the first element.
  std::map<std::pair<BlockId, std::uint32_t>, ValueId> folded_;
};

}  // namespace skein::abstract
