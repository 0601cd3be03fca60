// SPDX-License-Identifier: Apache-2.0
// The kinds of findings: what each means, and what to do about it. For reports that explain
// themselves (SARIF rules, the HTML page); docs/findings has a page for each.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "findings/finding_kind.hpp"

namespace skein {

struct KindDescription {
  FindingKind kind = FindingKind::Other;
  std::string_view name;   // in one word: "Deadlock"
  std::string_view title;  // "Deadlock: threads wait for each other"
  std::string_view meaning;
  std::string_view advice;
};

// All kinds, in the order of docs/findings/README.md.
[[nodiscard]] std::span<const KindDescription> finding_kinds();

// The index in finding_kinds().
constexpr std::size_t index_of_kind(FindingKind kind) { return static_cast<std::size_t>(kind); }

}  // namespace skein
