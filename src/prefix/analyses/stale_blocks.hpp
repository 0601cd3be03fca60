// SPDX-License-Identifier: Apache-2.0
// Whether a block of memory may be taken for another that had its name before, where memory is
// carried (core/states.hpp).
//
// A system that gives the names of freed blocks again comes back to earlier states. That is
// harmless as long as nothing points to the old block then: such a pointer would be taken for one
// to the new block, and its use would go unnoticed. So for every event of a complete prefix whose
// local code uses a name again, the analysis looks for such a pointer wherever one may be when the
// event happens: in the event's history, and in the events of other agents that are concurrent with
// it. A pointer to a freed block can be copied, but not made. The event's own agent is left out:
// the system checks what the agent holds before it uses a name again.
//
// (session/verify/stale_names.hpp is the same for systems whose memory consists of objects.)
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

struct BlockPointers {
  // By Outcome::segment: the names that its code used again.
  std::function<const std::vector<BlockId>&(std::uint32_t)> reused;
  // Whether there may be a pointer to the block.
  std::function<bool(ValueId, BlockId)> in_local;
  std::function<bool(ValueId, BlockId)> in_object;
  std::function<bool(CarriedId, BlockId)> in_record;
};

// True also if looking at `most` nodes does not decide it. REQUIRES: the prefix is complete.
[[nodiscard]] bool has_stale_blocks(Prefix& prefix, const BlockPointers& names, std::uint64_t most);

// Asks a system that answers the questions of BlockPointers itself.
template <class System>
[[nodiscard]] bool has_stale_blocks(Prefix& prefix, const System& system) {
  constexpr std::uint64_t kMostNodes = 1'000'000;
  BlockPointers names;
  names.reused = [&](std::uint32_t segment) -> const auto& { return system.reused(segment); };
  names.in_local = [&](ValueId v, BlockId block) { return system.thread_points_to(v, block); };
  names.in_object = [&](ValueId v, BlockId block) { return system.object_points_to(v, block); };
  names.in_record = [&](CarriedId r, BlockId block) { return system.record_points_to(r, block); };
  return has_stale_blocks(prefix, names, kMostNodes);
}

}  // namespace skein
