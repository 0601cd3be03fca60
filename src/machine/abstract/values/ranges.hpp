// SPDX-License-Identifier: Apache-2.0
// Arithmetic on whole intervals, done by LLVM's ConstantRange and KnownBits.
//
// They live in the decoder's library (machine/ir/decoder/range_arithmetic.cpp), since only `verify`
// and `prove` load LLVM, and are called through a pointer.
#pragma once

#include <cstdint>

#include "machine/abstract/values/strided.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::abstract {

struct RangeResult {
  Strided parts[2];
  unsigned count = 0;  // 0: no value
};

// Overapproximates the values of `a code b`, for integers of in.bits (conversions: from in.bits2).
// REQUIRES: the code is integer arithmetic or a conversion between integers.
// It is called by its name in a library, so it has C linkage and returns no class.
using RangeFunction = void (*)(const ir::Instruction& in, const Strided& a, const Strided& b,
                               RangeResult& result);

// Loads the library. Throws UserError if it is missing.
[[nodiscard]] RangeFunction load_ranges();

}  // namespace skein::abstract
