// SPDX-License-Identifier: Apache-2.0
// Local variables that are written as one type and read as another.
//
// clang's code for atomic operations on pointers (and on floats) goes through integers: it stores a
// pointer into a temporary variable and loads an integer of the same size from it, or vice versa.
// mem2reg leaves such variables alone. They would stay in memory with their last values, dead
// values that keep equal states apart. With a conversion at each such access they become ordinary
// variables.
#pragma once

#include <llvm/IR/Function.h>

namespace skein::ir {

// Converts all loads and stores to the variable's type, for variables that are accessed in no other
// way.
void unify_types(llvm::Function& function);

}  // namespace skein::ir
