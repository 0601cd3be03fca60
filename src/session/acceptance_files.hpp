// SPDX-License-Identifier: Apache-2.0
// What the user accepts, from the command line and from files: suppressions, a baseline, kinds that
// fail.
//
// A file of suppressions has one rule per line, in ThreadSanitizer's form (`race:PATTERN`), or with
// patterns for functions, files and objects (`race:function=PATTERN object=PATTERN`). docs/ci.md
// describes both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/acceptance.hpp"
#include "session/settings.hpp"

namespace skein::session {

// The file that is read if it is in the folder where skein is started.
inline constexpr const char* kSuppressionFile = "skein.supp";

// Throws UserError for files that cannot be read or understood, and for unknown kinds.
[[nodiscard]] Acceptance load_acceptance(const AcceptanceSettings& settings);

// The rules of a file; `file` is its name, for messages. Throws UserError.
[[nodiscard]] std::vector<Suppression> parse_suppressions(std::string_view text,
                                                          const std::string& file);

}  // namespace skein::session
