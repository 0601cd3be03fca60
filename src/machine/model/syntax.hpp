// SPDX-License-Identifier: Apache-2.0
// From the text of a model file to its syntax tree, by recursive descent over the grammar of
// docs/model-files.md. Any text gives either a tree or a UserError that says where and what was
// expected; recursion is bounded by kMaxNesting.
#pragma once

#include <cstddef>
#include <string_view>

#include "machine/model/ast.hpp"

namespace skein {

inline constexpr std::size_t kMaxFileBytes = 4U << 20U;
inline constexpr std::size_t kMaxNesting = 100;    // of blocks and parentheses
inline constexpr std::size_t kMaxExprDepth = 400;  // of a tree: a + b + c + ... grows one too

[[nodiscard]] ast::File parse_syntax(std::string_view text, std::string_view file_name);

}  // namespace skein
