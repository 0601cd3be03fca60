// SPDX-License-Identifier: Apache-2.0
// Shared memory after a history: what was carried there (carried.hpp), and what cells hold that
// were never written. One history at a time is entered, the one that the next steps follow.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/states.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/steps/carried.hpp"
#include "machine/abstract/steps/initial_cells.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

class History {
 public:
  History(ir::Context& context, StateLattice& lattice, InitialCells& initial)
      : context_(context), lattice_(lattice), initial_(initial) {}

  void enter(CarriedId record) { now_ = record; }
  [[nodiscard]] CarriedId join(std::span<const CarriedId> records) {
    return carried_.join(records);
  }
  // The record of the history with these writes by an agent after it.
  [[nodiscard]] CarriedId after(AgentId agent, std::span<const std::pair<ObjectId, ValueId>> writes,
                                const Zone& facts) {
    return carried_.write(now_, agent, writes, facts);
  }
  // What is known about differences of cells.
  [[nodiscard]] const Zone& facts() const { return carried_.facts(now_); }
  // What a cell holds, here or after another record.
  [[nodiscard]] ValueId value(ObjectId object) const { return value_in(now_, object); }
  [[nodiscard]] ValueId value_in(CarriedId record, ObjectId object) const;
  // What became of a block, as far as an agent can tell.
  [[nodiscard]] Fate fate_of(BlockId block, AgentId agent) const;
  // Whether some cell may point to a block, as far as `pointers` can tell (block_reuse.hpp).
  template <class Pointers>
  [[nodiscard]] bool points_to(const Pointers& pointers, BlockId block) const {
    bool points = false;
    carried_.for_each(now_, [&](ObjectId, ValueId value) {
      points = points || pointers.points_to(value, block);
    });
    return points;
  }
  [[nodiscard]] bool covers(CarriedId large, CarriedId small);
  // Calls look(object, value) for each cell that was written.
  template <class Look>
  void for_each(CarriedId record, const Look& look) const {
    carried_.for_each(record, look);
  }
  void clear();

 private:
  ir::Context& context_;
  StateLattice& lattice_;
  InitialCells& initial_;
  CarriedMemory carried_;
  CarriedId now_ = kNothingCarried;
};

}  // namespace skein::abstract
