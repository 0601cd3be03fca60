// SPDX-License-Identifier: Apache-2.0
// Backwards through arithmetic: the first operand of an instruction, from its result and a constant
// second operand. For operands with too many values to be tried one by one.
#pragma once

#include <cstdint>
#include <optional>

#include "machine/abstract/values/parts.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::abstract {

// All values of the first operand for which the instruction has one of these results, and perhaps
// others; nothing if that is not known. No parts: no value has such a result. `b`: the second
// operand, unused by conversions.
[[nodiscard]] std::optional<Parts> inverse(const ir::Instruction& in, std::uint64_t b,
                                           const Parts& results);

}  // namespace skein::abstract
