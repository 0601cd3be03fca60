// SPDX-License-Identifier: Apache-2.0
// Cells of shared memory as local code sees them.
//
// Plain accesses to shared memory are local: in a program without data races nothing else can come
// between them (docs/prove.md says why). Which cells they access is recorded, so that races are
// found; a cell that may race, or that atomic operations access, is watched, and its accesses are
// visible operations.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "machine/abstract/local/ghost_cells.hpp"
#include "machine/abstract/local/targets.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

class SharedCells {
 public:
  SharedCells(ir::Context& context, StateLattice& lattice, TargetSearch& search, GhostCells& ghosts,
              const std::vector<FunctionFacts>& facts, const ProveOptions& options)
      : context_(context),
        lattice_(lattice),
        search_(search),
        ghosts_(ghosts),
        facts_(facts),
        options_(options) {}

  // What a cell holds in this state.
  [[nodiscard]] ValueId cell(const State& s, ObjectId object, Segment& segment) const;
  // A cell that stands for others too keeps its old values.
  void write_cell(State& s, ObjectId object, ValueId value, Segment& segment) const;
  // Keeps the access for the detection of races.
  void log(const State& s, Segment& segment, ObjectId object, bool is_write) const;

  [[nodiscard]] bool is_watched(ObjectId object) const {
    return (options_.watches_all && !context_.memory.is_count_cell(object)) ||
           watched_.contains(object);
  }
  // False if it was watched.
  bool watch(ObjectId object) { return watched_.insert(object).second; }
  [[nodiscard]] bool touches_watched(std::uint64_t pointer, std::uint64_t bytes);
  [[nodiscard]] bool is_any_watched(const Transition& what) const;
  // Whether watched cells may be accessed now.
  [[nodiscard]] static bool may_access_watched(const State& s, const Segment& segment) {
    return segment.is_visible_step || s.thread.section_depth > 0;
  }

  // Two cells were compared or subtracted: their difference is worth knowing from then on.
  void compare(const State& s, ir::Operand a, ir::Operand b);
  void compare(const State& s, ir::Operand a, ObjectId b);
  // The cell is about to be given a value: if it counts, its difference to the counters of the
  // loops around is.
  void note_count(const State& s, ObjectId cell, ir::Operand value);
  [[nodiscard]] const std::set<std::pair<ObjectId, ObjectId>>& compared() const {
    return compared_;
  }

 private:
  // The cell that a slot was loaded from, if any.
  [[nodiscard]] ObjectId loaded_from(const State& s, ir::Operand operand) const;
  // The ghost cell of an operand that is a counter, or a counter plus a constant; else none.
  [[nodiscard]] ObjectId ghost_of(const State& s, ir::Operand operand);
  // The slot that the operand was extended from, before a constant was added.
  [[nodiscard]] ir::Operand counted(const State& s, ir::Operand operand) const;
  void follow(ObjectId x, ObjectId y);

  static constexpr std::size_t kMostCompared = 32;
  static constexpr std::size_t kMostCounters = 64;
  // Each time that a state has written this many cells more, an array among them is folded.
  static constexpr std::size_t kMostWritten = 4096;

  ir::Context& context_;
  StateLattice& lattice_;
  TargetSearch& search_;
  GhostCells& ghosts_;
  const std::vector<FunctionFacts>& facts_;
  const ProveOptions& options_;
  std::set<ObjectId> watched_;
  std::set<std::pair<ObjectId, ObjectId>> compared_;
  std::size_t counters_ = 0;  // of compared_: pairs with a counter
};

}  // namespace skein::abstract
