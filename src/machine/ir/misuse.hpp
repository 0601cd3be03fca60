// SPDX-License-Identifier: Apache-2.0
// What an operation does wrong, before it becomes a fault with a place (Control::fault).
#pragma once

#include <optional>
#include <string>

#include "core/run.hpp"

namespace skein::ir {

struct Misuse {
  ViolationKind kind = ViolationKind::Memory;
  std::string message;
};

using MaybeMisuse = std::optional<Misuse>;

// A wrong access to memory, if there is a message.
inline MaybeMisuse memory_misuse(std::string message) {
  if (message.empty()) return std::nullopt;
  return Misuse{ViolationKind::Memory, std::move(message)};
}

inline MaybeMisuse lock_misuse(std::string message) {
  return Misuse{ViolationKind::LockMisuse, std::move(message)};
}

}  // namespace skein::ir
