// SPDX-License-Identifier: Apache-2.0
// Parses a model file to its syntax tree, by recursive descent over the grammar of
// docs/model-files.md. Any text gives either a tree or a UserError that says where and what was
// expected; kMaxNesting bounds recursion.
#pragma once

#include <cstddef>
#include <string_view>

#include "machine/model/language/ast.hpp"

namespace skein {

inline constexpr std::size_t kMaxFileBytes = 4U << 20U;
inline constexpr std::size_t kMaxNesting = 100;  // of blocks and parentheses
inline constexpr std::size_t kMaxExprDepth =
    400;  // of a tree: a + b + c + ... grows one level per operator

[[nodiscard]] ast::File parse_syntax(std::string_view text, std::string_view file_name);

}  // namespace skein
