// SPDX-License-Identifier: Apache-2.0
// Heap blocks whose size has more values than can be followed one by one: malloc(n * sizeof *a).
//
// Such a block has header + unit * count bytes (ir/memory/unsized_blocks.hpp), as the program
// writes its size; the count is an abstract number, in a cell after the block. The cell is an
// ordinary one as far as values and differences go: `i < n` for the n that the block was allocated
// with says that a[i] is in it, in other threads too. It is never watched: it is written when the
// block is made, and read when the block is accessed, so that two accesses to it are ordered if
// those to the block are.
//
// The analysis learns which allocations need this, as it learns which arrays to fold (targets.hpp).
// Such an allocation makes blocks of unknown size from then on, even where its size is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "machine/abstract/local/block_reuse.hpp"
#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/local/shared_cells.hpp"
#include "machine/abstract/local/targets.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

// How the program computes a size: header + unit * count, as long as nothing wraps around.
struct SizeExpression {
  std::uint64_t header = 0;
  std::uint64_t unit = 1;
  ir::Operand count = 0;
  bool is_product = false;  // of two unknowns, which does not have this form
};

class UnknownSizes {
 public:
  UnknownSizes(ir::Context& context, Numbers& numbers, StateLattice& lattice, Registers& registers,
               SharedCells& shared, BlockReuse& blocks, const std::vector<FunctionFacts>& facts,
               const ProveOptions& options)
      : context_(context),
        numbers_(numbers),
        lattice_(lattice),
        registers_(registers),
        shared_(shared),
        blocks_(blocks),
        facts_(facts),
        options_(options) {}

  // Executes malloc or calloc. Empty if the size is known or has few values.
  [[nodiscard]] std::optional<Flow> allocate(State& s, const ir::Instruction& in, Segment& segment);
  // Whether the next step of the thread makes a block of unknown size.
  [[nodiscard]] bool is_at_allocation(const ir::Thread& t) const;

  // The bytes that a block has. REQUIRES: it is of unknown size.
  [[nodiscard]] SizeBounds size_of(const State& s, BlockId block, Segment& segment);
  // The bytes that a block has for an access through this operand of the top frame: if differences
  // show that the access is right, more than it needs.
  [[nodiscard]] SizeBounds size_of(const State& s, ir::Operand pointer, std::uint32_t bytes,
                                   BlockId block, Segment& segment);

  // Whether `begin_again` makes more allocations of this kind.
  [[nodiscard]] bool has_learnt() const { return has_learnt_; }
  void begin_again() { has_learnt_ = false; }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;  // a function, an instruction of it

  // What is allocated at a place. Once its size may wrap around, the count is a number of bytes.
  struct Kind {
    bool is_in_bytes = false;
  };

  [[nodiscard]] static Place place_of(const ir::Thread& t);
  [[nodiscard]] SizeExpression expression(const ir::Function& function, const FunctionFacts& facts,
                                          const ir::Instruction& in) const;
  [[nodiscard]] NumberId requested(const State& s, const ir::Instruction& in);
  void make(State& s, const ir::Instruction& in, const ir::UnsizedShape& shape, NumberId count,
            std::optional<ZoneVariable> variable, Segment& segment);
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> narrowed(
      const State& s, ZoneVariable counter, std::pair<std::int64_t, std::int64_t> bounds);
  [[nodiscard]] bool is_inside(const State& s, ir::Operand pointer, std::uint32_t bytes,
                               BlockId block);

  ir::Context& context_;
  Numbers& numbers_;
  StateLattice& lattice_;
  Registers& registers_;
  SharedCells& shared_;
  BlockReuse& blocks_;
  const std::vector<FunctionFacts>& facts_;
  const ProveOptions& options_;
  std::map<Place, Kind> kinds_;
  bool has_learnt_ = false;
};

}  // namespace skein::abstract
