// SPDX-License-Identifier: Apache-2.0
// Functions whose names mean something in SV-COMP:
// - those that begin with __VERIFIER_atomic_ are atomic sections, except for _begin and _end, which
//   are calls (runtime/intercept/locks/atomic_sections.hpp);
// - assume_abort_if_not, which programs define themselves, is an assumption: its abort is not a
//   bug.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/native/code/code_ranges.hpp"

namespace skein {

// Their addresses in the program at this path, without its libraries.
std::vector<CodeRange> section_functions_of(const std::string& program);

std::vector<CodeRange> assumption_functions_of(const std::string& program);

// Whether a source text mentions one of either kind. Then functions must not be inlined.
bool names_section_function(std::string_view source);

}  // namespace skein
