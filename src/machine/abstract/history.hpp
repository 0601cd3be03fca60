// SPDX-License-Identifier: Apache-2.0
// Shared memory after a history: what was carried there (carried.hpp), and what cells hold that
// were never written. One history at a time is entered, the one that the next steps follow.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/states.hpp"
#include "machine/abstract/carried.hpp"
#include "machine/abstract/segment.hpp"
#include "machine/abstract/state.hpp"
#include "machine/ir/context.hpp"

namespace skein::abstract {

class History {
 public:
  History(ir::Context& context, StateLattice& lattice) : context_(context), lattice_(lattice) {}

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
  CarriedMemory carried_;
  CarriedId now_ = kNothingCarried;
};

}  // namespace skein::abstract
