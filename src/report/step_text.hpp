// SPDX-License-Identifier: Apache-2.0
// One step of a run, in words: what it did, which value it saw. Names are as the machine gives
// them; who prints them makes them printable.
#pragma once

#include <string>

#include "core/names.hpp"
#include "core/step.hpp"

namespace skein {

// "load x", "lock m", "create adder(1)": the operation and its objects.
[[nodiscard]] std::string operation_text(const Operation& op, const Names& names);

// How an operation that may go either way went: "fails", "timeout"; else empty.
[[nodiscard]] std::string outcome_text(const Step& step);

}  // namespace skein
