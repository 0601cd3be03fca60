// SPDX-License-Identifier: Apache-2.0
// The misuse of an operation, before it becomes a fault with a place (Control::fault).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/violation.hpp"

namespace skein::ir {

using MaybeMisuse = std::optional<ViolationFacts>;

// The facts, if there are any.
inline MaybeMisuse misuse_if(ViolationFacts facts) {
  if (facts.is_none()) return std::nullopt;
  return facts;
}

// A wrong access to memory. These codes also record whether it is a write.
inline ViolationFacts wrong_access(ViolationCode code, bool is_write,
                                   std::vector<std::string> names = {}) {
  return {code, std::move(names), {}, {is_write ? 1 : 0}};
}

}  // namespace skein::ir
