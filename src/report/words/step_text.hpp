// SPDX-License-Identifier: Apache-2.0
// One step of a run in words: what it did and which value it saw. Names are as the machine gives
// them; the code that prints them makes them printable.
#pragma once

#include <string>

#include "core/names.hpp"
#include "core/step.hpp"

namespace skein {

// "load x", "lock m", "create adder(1)": the operation and its objects.
[[nodiscard]] std::string operation_text(const Operation& op, const Names& names);
[[nodiscard]] std::string operation_text(const Operation& op, const Names& names,
                                         const std::string& first, const std::string& second);

// How an operation with several possible outcomes went: "fails", "timeout"; else empty.
[[nodiscard]] std::string outcome_text(const Step& step);

}  // namespace skein
