// SPDX-License-Identifier: Apache-2.0
// The kinds of findings: what each means, and what to do about it. For reports that explain
// themselves (SARIF rules, the HTML page); docs/findings has a page for each.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace skein {

struct FindingKind {
  std::string_view kind;   // as returned by Finding::kind(): "deadlock"
  std::string_view name;   // in one word: "Deadlock"
  std::string_view title;  // "Deadlock: threads wait for each other"
  std::string_view meaning;
  std::string_view advice;
};

// All kinds, in the order of docs/findings/README.md.
[[nodiscard]] std::span<const FindingKind> finding_kinds();

// The index in finding_kinds(). REQUIRES: the kind exists.
[[nodiscard]] std::size_t index_of_kind(std::string_view kind);

}  // namespace skein
