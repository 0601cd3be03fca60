// SPDX-License-Identifier: Apache-2.0
// Computes the results of instructions without effects, addresses included.
#pragma once

#include "machine/abstract/values/numbers.hpp"

namespace skein::abstract {

// Computes the result of an instruction; none if no value is left, only trouble.
[[nodiscard]] NumberId evaluate(Numbers& numbers, const ir::Instruction& in, NumberId a, NumberId b,
                                Troubles& troubles);

}  // namespace skein::abstract
