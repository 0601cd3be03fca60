// SPDX-License-Identifier: Apache-2.0
// Local variables that are written as one type and read as another.
//
// clang's code for atomic operations on pointers (and on floats) goes through numbers: it stores a
// pointer into a temporary variable and loads a number of the same size from it, or the other way
// round. mem2reg leaves such variables alone, and so they would stay in memory, with what they held
// last: a dead value that keeps states apart. With a conversion beside each such access they are
// ordinary variables.
#pragma once

#include <llvm/IR/Function.h>

namespace skein::ir {

// Makes loads and stores of variables that are accessed in no other way be of the variable's type.
void unify_types(llvm::Function& function);

}  // namespace skein::ir
