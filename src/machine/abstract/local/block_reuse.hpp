// SPDX-License-Identifier: Apache-2.0
// Which names new blocks get, so that a loop that allocates and frees comes back to a state.
//
// A thread keeps a list of all names that it has given. A name is free again if the thread itself
// has freed the block, and nothing that it has or has just written may point to it. Whether others
// have pointers to it is not known here: it is checked when the prefix is complete
// (prefix/analyses/stale_blocks.hpp). If they may have, no name is used twice.
//
// A number that can be any address at all is not taken for a pointer: it cannot be used as one, and
// no comparison makes it one.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/local/shared_cells.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/footprint.hpp"

namespace skein::abstract {

class BlockReuse {
 public:
  BlockReuse(ir::Context& context, ir::Footprints& footprints, Numbers& numbers,
             StateLattice& lattice, SharedCells& shared, const ProveOptions& options)
      : context_(context),
        footprints_(footprints),
        numbers_(numbers),
        lattice_(lattice),
        shared_(shared),
        options_(options) {}

  // Whether some value of the thread, or of a cell, may be a pointer to the block.
  [[nodiscard]] bool points_to(const State& s, BlockId block) const;
  [[nodiscard]] bool points_to(ValueId cell, BlockId block) const;

  // The transition of an allocation. Names that it may use again are taken from the thread's list
  // of names, and returned too.
  [[nodiscard]] Transition choose_name(State& s, const ir::Instruction& in, Segment& segment,
                                       std::vector<BlockId>& free);
  // Chooses a name for a block of unknown size and gives it to the block.
  [[nodiscard]] BlockId choose_unsized(State& s, std::uint32_t shape, Segment& segment);

 private:
  // Names that may be used again. Dead values of the state are dropped, so that none of them is
  // taken for a pointer to such a block.
  [[nodiscard]] std::vector<BlockId> free_names(State& s, Segment& segment) const;
  [[nodiscard]] bool result_points_to(std::uint64_t result, BlockId block) const;
  [[nodiscard]] Fate fate_of(const State& s, BlockId block, Segment& segment) const;
  void drop_dead_slots(State& s) const;

  ir::Context& context_;
  ir::Footprints& footprints_;
  Numbers& numbers_;
  StateLattice& lattice_;
  SharedCells& shared_;
  const ProveOptions& options_;
};

// Whether a number that is taken for no pointer would be one with fewer values.
[[nodiscard]] bool becomes_pointer(const Parts& before, const Parts& after);

}  // namespace skein::abstract
