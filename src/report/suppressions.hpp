// SPDX-License-Identifier: Apache-2.0
// Suppressions: rules of the user's that say which findings are accepted.
//
// A rule has the kind of the finding and patterns for what it is about. Patterns are those of
// ThreadSanitizer: `*` stands for any text, `^` for the beginning, `$` for the end, and without
// these a pattern may match anywhere. session/acceptance_files.hpp reads them from files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/counterexample.hpp"

namespace skein {

struct Suppression {
  // What a pattern is compared with.
  enum class Aspect : std::uint8_t { Any, Function, File, Object };
  struct Pattern {
    Aspect aspect = Aspect::Any;
    std::string text;
  };

  std::optional<FindingKind> kind;  // empty: matches none
  bool is_top_only = false;         // only the innermost frame of each stack counts
  std::vector<Pattern> patterns;    // each must match something of the finding
  bool is_quiet = false;            // no warning if it matches nothing
  std::string name;                 // for people: "skein.supp:3 race:push"
};

[[nodiscard]] bool matches_pattern(std::string_view pattern, std::string_view text);

// What a pattern says of names that are not known: those of functions and objects, without a
// detailed run.
enum class Unknown : std::uint8_t { MatchesNothing, Matches };

// Functions and files are those of every frame of the stacks where it happened, of both sides of a
// race and of all agents in a deadlock; objects are the variable of a race and the locks of a
// deadlock.
[[nodiscard]] bool matches(const Suppression& rule, const Counterexample& counterexample,
                           Unknown unknown = Unknown::MatchesNothing);

}  // namespace skein
