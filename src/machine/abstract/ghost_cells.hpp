// SPDX-License-Identifier: Apache-2.0
// Ghost cells: what a thread's loop counters hold between two of its events, as cells of shared
// memory.
//
// Facts about differences (carried.hpp) are about cells, because cells have writes. A counter in a
// slot has none, and what is known about it and a cell would end with the event. So the analysis
// adds auxiliary variables to the program, as Owicki and Gries do: for each counter of a thread's
// frame a cell that the thread writes at the end of an event in which the counter has changed, and
// that nobody reads. The program does what it did before; at the beginning of each event the
// counter and its cell are equal; and everything that is done with facts about cells, in all
// threads, holds for this one too (docs/prove.md, Counters).
//
// Few counters have anything to do with shared memory. Which ones do is learnt, like the cells that
// are watched: the others have no cell, and if there is one more, the unfolding is built again.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "machine/abstract/function_facts.hpp"
#include "machine/abstract/numbers.hpp"
#include "machine/abstract/prove_options.hpp"
#include "machine/abstract/segment.hpp"
#include "machine/abstract/state.hpp"
#include "machine/ir/context.hpp"

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
  // The cells of all slots that a counter is in at times, itself included.
  [[nodiscard]] std::vector<ObjectId> same_counter(ObjectId cell);
  // That of an operand of the top frame; none: it is no counter, or nobody reads it again.
  [[nodiscard]] ObjectId cell_of(const State& s, ir::Operand operand);

  // At the beginning of an event: counters are what their cells hold. REQUIRES: the thread's
  // state is the one that its last event has ended with, or it has had none.
  void begin(State& s, Segment& segment);
  // At its end: cells are given what has changed.
  void end(State& s, const Segment& segment);

  // From the next unfolding on the cell is used.
  void use(ObjectId cell) { wanted_.insert(cell); }
  [[nodiscard]] bool has_learnt() const { return wanted_.size() != used_.size(); }
  void begin_again() { used_ = wanted_; }

 private:
  // The same counter in each execution: how deep its frame lies is part of it.
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
  // None: it is not live, or there were too many.
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
  std::set<ObjectId> used_;        // the same from the beginning of an unfolding to its end
  std::set<ObjectId> wanted_;      // includes these
};

}  // namespace skein::abstract
