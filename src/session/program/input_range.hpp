// SPDX-License-Identifier: Apache-2.0
// The values of the program's unknown inputs (__VERIFIER_nondet_*, skein_any): --nondet.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/input_ranges.hpp"
#include "machine/ir/program/program.hpp"
#include "report/words/remark.hpp"
#include "session/settings.hpp"

namespace skein::session {

// Reads a range "0..9" or a list like "-1,0..9,100", in any order; the result is sorted, without
// overlaps. Throws UserError if the text has another form, or there are too many values.
[[nodiscard]] std::vector<InputRange> read_input_ranges(const std::string& text);

// As read_input_ranges reads it. A range of one value is that value.
[[nodiscard]] std::string input_ranges_text(std::span<const InputRange> ranges);

// The conditions of a verdict: the ranges of its inputs, and how long unknown texts are.
// `reads_environment`: what getenv returns is unknown. REQUIRES: read_input_ranges accepts
// --nondet.
[[nodiscard]] std::vector<Remark> limits_of_inputs(const ProgramSettings& program,
                                                   bool reads_environment);
// Whether it calls getenv of unknown_input.h.
[[nodiscard]] bool reads_unknown_environment(const ir::Program& program);

}  // namespace skein::session
