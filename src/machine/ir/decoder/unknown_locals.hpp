// SPDX-License-Identifier: Apache-2.0
// Local variables that a program does not initialise become unknown inputs.
//
// clang marks where the life of such a variable begins: with -ftrivial-auto-var-init=zero it stores
// zeros there, with a note. Each such store becomes a store of an unknown value.
#pragma once

#include <llvm/IR/Module.h>

namespace skein::ir {

// Before the C library is linked, which then has to fill structures and arrays.
void make_locals_unknown(llvm::Module& module);

}  // namespace skein::ir
