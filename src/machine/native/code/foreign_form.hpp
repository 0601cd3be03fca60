// SPDX-License-Identifier: Apache-2.0
// What an atomic instruction does, in the form in which the executor carries it out
// (protocol/foreign_atomic.hpp).
#pragma once

#include <Zydis/Zydis.h>

#include "protocol/foreign_atomic.hpp"

namespace skein::code {

// Kind::Unsupported if the executor cannot carry it out. `operands`: all of the instruction's.
[[nodiscard]] channel::ForeignAtomic foreign_form(const ZydisDecodedInstruction& instruction,
                                                  const ZydisDecodedOperand* operands);

}  // namespace skein::code
