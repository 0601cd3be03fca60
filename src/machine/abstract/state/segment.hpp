// SPDX-License-Identifier: Apache-2.0
// A segment: the local code between two visible operations of a thread, as one run of the analysis
// sees it. It has the memory before it, and collects what the code did on all its paths.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/state/section_footprints.hpp"
#include "machine/abstract/state/state.hpp"

namespace skein::abstract {

// What became of a block, as far as a history tells.
enum class Fate : std::uint8_t {
  Unused,   // no block had this name yet
  Alive,    // or perhaps being freed
  Freed,    // before
  Pointed,  // the same, but some cell still points to it
  Watched,  // its cells are objects: it is not known here
};

struct Segment {
  BaseMemory base;                    // shared memory before it
  Zone facts;                         // about its cells
  std::function<Fate(BlockId)> fate;  // of a block, before it
  std::map<BlockId, Fate> fates;      // of blocks that were asked for
  std::set<BlockId> reused;           // blocks that got the name of a freed one
  std::set<ObjectId> reads;           // cells of it that were looked at
  std::set<PlainAccess> accesses;
  std::vector<ObjectId> ghosts;  // of the thread's counters, before it (ghost_cells.hpp)
  // Cells of arrays that are folded and that a copy writes all of: the first write forgets the old
  // values.
  std::set<ObjectId> overwritten;
  bool is_visible_step = false;  // watched cells may be accessed: the operation is the visible one
  SectionFootprint* section = nullptr;  // of the atomic section that is executed
  bool has_waited = false;              // some path of it ended before an operation that waits
};

// How a state goes on after an instruction.
enum class Flow : std::uint8_t {
  Goes,      // on with the next instruction
  Ends,      // the thread has stopped, or failed
  Vanishes,  // no value is left, or the state was split into others
  Waits,     // before an operation that others can see, or after an atomic section
};

}  // namespace skein::abstract
