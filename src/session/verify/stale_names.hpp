// SPDX-License-Identifier: Apache-2.0
// Whether a reused name of a heap block could be mistaken for the old block.
//
// The ir machine gives the name of a freed block to a later one, so that loops which allocate
// return to earlier states. This is harmless as long as no pointer to the old block exists when its
// name is reused. If one does, it is taken for a pointer to the new block, and a use of the old
// block would go unnoticed.
//
// So for every allocation in a complete prefix that reuses a name, the analysis looks for a pointer
// wherever one may be when the allocation happens: in its history, and in concurrent events. If a
// pointer exists then, the name is *stale*. With SystemOptions::spare_names the block may get one
// of several names, and it is enough that one of them is not stale: the execution in which no name
// is ever mistaken is then among those explored.
#pragma once

#include <cstdint>
#include <functional>

#include "machine/ir/system.hpp"
#include "prefix/prefix.hpp"

namespace skein::session {

// Whether some block can only get a stale name; true also if `most` nodes do not decide it.
// REQUIRES: the prefix is complete.
[[nodiscard]] bool gives_stale_names(Prefix& prefix, ir::IrSystem& system, std::uint64_t most,
                                     const std::function<bool()>& is_enough);

}  // namespace skein::session
