// SPDX-License-Identifier: Apache-2.0
// What the command needs of the terminal and of other programs: colours, and filters for text.
#pragma once

#include <string>
#include <string_view>

namespace skein::cli {

[[nodiscard]] bool is_terminal(int descriptor);
// Whether to colour the standard output: it is a terminal, and NO_COLOR is not set
// (https://no-color.org).
[[nodiscard]] bool wants_colour();

// Runs `program argument` with `input` as its standard input and returns its output. Throws
// UserError with `hint` if there is no such program, or if it fails.
[[nodiscard]] std::string filter_through(const std::string& program, const std::string& argument,
                                         std::string_view input, const std::string& hint);

}  // namespace skein::cli
