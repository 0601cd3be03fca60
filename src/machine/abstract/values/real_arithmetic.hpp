// SPDX-License-Identifier: Apache-2.0
// Unknown floating-point numbers, of 32 and 64 bits.
//
// A set of them is a set of bit patterns, kept like every other number as strided intervals
// (parts.hpp). Among numbers of one sign the order of the bits is that of the magnitudes, so an
// interval of reals is one interval of bits for each sign, and join, meet, widening, inclusion and
// memory are those of numbers; NaN and the infinities are patterns like others. What is new is the
// arithmetic.
//
// Each operand is cut into pieces of one kind: zeros, finite numbers of one sign, infinities, NaN.
// On two pieces an operation is monotone in each operand, and so is rounding; so the results lie
// between those of the corners, which the machine's own arithmetic computes. No outward rounding is
// needed, since the concrete machine rounds in the same way. Which pairs of pieces give NaN depends
// on their kinds alone.
#pragma once

#include <optional>
#include <string_view>

#include "machine/abstract/values/parts.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::abstract {

// Whether an instruction has reals as operands or as its result.
[[nodiscard]] bool is_real_arithmetic(ir::Code code);

// Overapproximates the results of `a code b`; a conversion ignores b. A conversion to an integer
// that does not fit has no defined result, so it may be any. REQUIRES is_real_arithmetic(in.code).
[[nodiscard]] Parts compute_reals(const ir::Instruction& in, const Parts& a, const Parts& b);

// The elements of a for which `a predicate b` holds with some element of b. The predicate has bits:
// 1 equal, 2 greater, 4 less, 8 unordered, as LLVM numbers them.
[[nodiscard]] Parts filtered_reals(unsigned predicate, unsigned bits, const Parts& a,
                                   const Parts& b);

// fabs of each element.
[[nodiscard]] Parts magnitudes_of(unsigned bits, const Parts& a);

// A function of math.h, without its "f". Nothing if it is not known here: the result may be any.
[[nodiscard]] std::optional<Parts> compute_math(std::string_view name, unsigned bits,
                                                const Parts& a, const Parts& b);

// The elements that belong to one of these classes, as llvm.is.fpclass numbers them.
[[nodiscard]] Parts reals_of_class(unsigned classes, unsigned bits, const Parts& a);

}  // namespace skein::abstract
