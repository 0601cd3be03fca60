// SPDX-License-Identifier: Apache-2.0
// What is known about variables where a thread has failed, for the people who read a warning: the
// local variables of its functions, and the shared cells that its local code has looked at.
#pragma once

#include <vector>

#include "core/states.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/ir_names.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

// Innermost function first; the others' variables are named "x of caller". Variables of which
// nothing is kept are left out.
[[nodiscard]] std::vector<KnownValue> known_locals(const ir::Context& context, Numbers& numbers,
                                                   const State& s);

[[nodiscard]] std::vector<KnownValue> known_cells(const ir::IrNames& names, Numbers& numbers,
                                                  StateLattice& lattice, const State& s,
                                                  const Segment& segment);

}  // namespace skein::abstract
