// SPDX-License-Identifier: Apache-2.0
// Whether names of blocks that were given again could be told from new ones.
//
// The ir machine gives the name of a block that is gone to a later one, so that loops which
// allocate come back to their states. That changes nothing as long as nobody has a pointer to the
// old block when its name is given again. If somebody has, the pointer is taken for one to the new
// block: a use of the old one would not be noticed.
//
// So every allocation in a complete prefix that gives a name again is looked at, with everything
// that can be the case when it happens: what is in its history, and what fits beside it. Who has a
// pointer then makes the name *stale*. With SystemOptions::spare_names the block may get one of
// several names, and it is enough that one of them is not stale: the execution in which no name is
// ever mistaken is then among those explored.
#pragma once

#include <cstdint>
#include <functional>

#include "machine/ir/system.hpp"
#include "prefix/prefix.hpp"

namespace skein::session {

// Whether some block can only get a stale name; true also if that is not known after `most` nodes.
// REQUIRES: the prefix is complete.
[[nodiscard]] bool gives_stale_names(Prefix& prefix, ir::IrSystem& system, std::uint64_t most,
                                     const std::function<bool()>& is_enough);

}  // namespace skein::session
