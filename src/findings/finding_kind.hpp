// SPDX-License-Identifier: Apache-2.0
// The kinds of findings: a deadlock, or the kinds of violations. The user names them in rules and
// options; reports and traces write their names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/violation.hpp"

namespace skein {

// In the order of docs/findings/README.md.
enum class FindingKind : std::uint8_t {
  Assertion,
  Deadlock,
  Race,
  Memory,
  LockMisuse,
  Livelock,
  Crash,
  Arithmetic,
  Other,
};
inline constexpr std::size_t kFindingKinds = static_cast<std::size_t>(FindingKind::Other) + 1;

constexpr FindingKind finding_kind_of(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::Assertion: return FindingKind::Assertion;
    case ViolationKind::LockMisuse: return FindingKind::LockMisuse;
    case ViolationKind::Arithmetic: return FindingKind::Arithmetic;
    case ViolationKind::Crash: return FindingKind::Crash;
    case ViolationKind::Memory: return FindingKind::Memory;
    case ViolationKind::Race: return FindingKind::Race;
    case ViolationKind::Livelock: return FindingKind::Livelock;
    case ViolationKind::Other: break;
  }
  return FindingKind::Other;
}

constexpr std::string_view name(FindingKind kind) {
  switch (kind) {
    case FindingKind::Assertion: return name(ViolationKind::Assertion);
    case FindingKind::Deadlock: return "deadlock";
    case FindingKind::Race: return name(ViolationKind::Race);
    case FindingKind::Memory: return name(ViolationKind::Memory);
    case FindingKind::LockMisuse: return name(ViolationKind::LockMisuse);
    case FindingKind::Livelock: return name(ViolationKind::Livelock);
    case FindingKind::Crash: return name(ViolationKind::Crash);
    case FindingKind::Arithmetic: return name(ViolationKind::Arithmetic);
    case FindingKind::Other: break;
  }
  return name(ViolationKind::Other);
}

constexpr std::optional<FindingKind> finding_kind_named(std::string_view text) {
  for (std::size_t i = 0; i < kFindingKinds; ++i) {
    const auto kind = static_cast<FindingKind>(i);
    if (name(kind) == text) return kind;
  }
  return std::nullopt;
}

}  // namespace skein
