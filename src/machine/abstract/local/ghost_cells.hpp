// SPDX-License-Identifier: Apache-2.0
// Ghost cells: what a thread's loop counters hold between two of its events, as cells of shared
// memory.
//
// Facts about differences (carried.hpp) are about cells, because cells have writes. A counter in a
// slot has none, and what is known about it and a cell would end with the event. So the analysis
// adds auxiliary variables to the program, as Owicki and Gries do. Each counter of a thread's frame
// gets a cell; the thread writes it at the end of every event in which the counter has changed, and
// no thread reads it. The program does what it did before; at the beginning of each event the
// counter and its cell are equal; and all threads can use facts about this cell like those about
// any other (docs/prove.md, Counters).
//
// Few counters have anything to do with shared memory. The analysis learns which ones do, as it
// learns which cells are watched: the others have no cell, and each time it finds another one the
// unfolding is built again.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

// What a ghost cell holds before its frame begins and after it has ended: no number.
[[nodiscard]] ValueId nothing_in_ghost(ir::Cells& cells);

class GhostCells {
 public:
  GhostCells(ir::Context& context, Numbers& numbers, StateLattice& lattice,
             const std::vector<FunctionFacts>& facts, const ProveOptions& options)
      : context_(context), numbers_(numbers), lattice_(lattice), facts_(facts), options_(options) {}

  // A counter that a thread may still read, and its cell, used or not.
  struct Counter {
    std::size_t frame = 0;
    std::size_t slot = 0;
    ObjectId cell;
  };
  [[nodiscard]] std::vector<Counter> counters(const State& s);
  // The cells of all slots that hold the same counter at one time or another, this one included.
  [[nodiscard]] std::vector<ObjectId> same_counter(ObjectId cell);
  // The ghost cell of an operand of the top frame; none if the operand is not a counter, or is
  // never read again.
  [[nodiscard]] ObjectId cell_of(const State& s, ir::Operand operand);

  // At the beginning of an event: relates each counter to its cell, which holds the same number.
  // REQUIRES: the thread's state is the one at the end of its previous event, or its initial one.
  void begin(State& s, Segment& segment);
  // At the end of the event: writes the counters that have changed to their cells.
  void end(State& s, const Segment& segment);

  // Uses the cell from the next unfolding on.
  void use(ObjectId cell) { wanted_.insert(cell); }
  [[nodiscard]] bool has_learnt() const { return wanted_.size() != used_.size(); }
  void begin_again() { used_ = wanted_; }

 private:
  // Names the same counter in every execution; the depth of its frame is part of the name.
  struct Key {
    AgentId agent;
    std::uint32_t depth = 0;
    ir::FunctionId function;
    std::uint32_t slot = 0;

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  static constexpr std::size_t kDeepest = 8;
  static constexpr std::size_t kMost = 64;

  [[nodiscard]] bool may_have_cells(const State& s) const;
  // The ghost cell of a slot; none if the slot is not live, or there are too many cells.
  [[nodiscard]] ObjectId cell_at(const State& s, std::size_t frame, std::uint32_t slot);
  [[nodiscard]] ObjectId cell_of(const Key& key);
  [[nodiscard]] std::vector<Counter> used_counters(const State& s);
  [[nodiscard]] bool is_unchanged(const State& s, const Segment& segment, const Counter& counter,
                                  NumberId number) const;

  ir::Context& context_;
  Numbers& numbers_;
  StateLattice& lattice_;
  const std::vector<FunctionFacts>& facts_;
  const ProveOptions& options_;
  std::map<Key, ObjectId> cells_;  // none: there were too many
  std::vector<Key> keys_;          // by cell
  std::set<ObjectId> used_;        // does not change while an unfolding is built
  std::set<ObjectId> wanted_;      // from the next unfolding on; includes `used_`
};

}  // namespace skein::abstract
