// SPDX-License-Identifier: Apache-2.0
// Functions whose names make them atomic sections, as in SV-COMP: those that begin with
// __VERIFIER_atomic_, except for _begin and _end, which are calls
// (runtime/intercept/atomic_sections.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/native/code/code_ranges.hpp"

namespace skein {

// Their addresses in the program at this path, without its libraries.
std::vector<CodeRange> section_functions_of(const std::string& program);

// Whether a source text mentions one.
bool names_section_function(std::string_view source);

}  // namespace skein
