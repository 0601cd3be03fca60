// SPDX-License-Identifier: Apache-2.0
// Whether skein sees every access to memory that the code between a lock and its unlock may make.
// Only then can it tell that two sections of a lock have nothing in common
// (runtime/intercept/locks/lock_sections.hpp, docs/equivalence.md).
#pragma once

#include <string>

namespace skein {

// Empty if so; otherwise the reason why not, for the log. `runtime` is the path of
// libskein-runtime.so.
[[nodiscard]] std::string why_sections_are_unseen(const std::string& program,
                                                  const std::string& runtime);

}  // namespace skein
