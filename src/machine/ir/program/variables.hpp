// SPDX-License-Identifier: Apache-2.0
// Where the local variables of a function are at one of its instructions.
//
// Local variables are values of the program in SSA form, so a variable is another slot after each
// assignment. What the debug information says about that is followed along the edges of the
// function; where two paths disagree, the variable is left out. For display only.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/ir/program/program.hpp"

namespace skein::ir {

// The updates that hold at instruction `pc`, at most one for each variable.
[[nodiscard]] std::vector<VariableUpdate> variables_at(const Program& program,
                                                       const Function& function, std::uint32_t pc);

}  // namespace skein::ir
