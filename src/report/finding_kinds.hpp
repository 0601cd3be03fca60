// SPDX-License-Identifier: Apache-2.0
// The kinds of findings: what each means, and what to do about it. For reports that explain
// themselves (SARIF rules, the HTML page); docs/findings has a page for each.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace skein {

struct FindingKind {
  std::string_view kind;   // as Finding::kind() says it: "deadlock"
  std::string_view name;   // as one word: "Deadlock"
  std::string_view title;  // "Deadlock: threads wait for each other"
  std::string_view meaning;
  std::string_view advice;
};

// All of them, in the order of docs/findings/README.md.
[[nodiscard]] std::span<const FindingKind> finding_kinds();

// The place in finding_kinds(). REQUIRES that there is such a kind.
[[nodiscard]] std::size_t index_of_kind(std::string_view kind);

}  // namespace skein
