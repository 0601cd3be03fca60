// SPDX-License-Identifier: Apache-2.0
// The sentence that describes a violation (core/violation.hpp). No other code makes such sentences.
#pragma once

#include <exception>
#include <string>

#include "core/violation.hpp"
#include "machine/source_details.hpp"

namespace skein {

// "queue.c:12: push: assertion 'n < 4' failed", "double free: freed before at queue.c:9"
[[nodiscard]] std::string violation_text(const ViolationFacts& facts);
[[nodiscard]] inline std::string violation_text(const Violation& violation) {
  return violation_text(violation.facts);
}

// The text for a headline that names `place` itself: without that place and its function, and for a
// race only what it is about.
[[nodiscard]] std::string brief_violation_text(const ViolationFacts& facts, const Place& place);

// Whether brief_violation_text names the place.
[[nodiscard]] bool names_place(const ViolationFacts& facts, const Place& place);

// An error as the user reads it: what() and, for a ViolationError, the violation.
[[nodiscard]] std::string error_text(const std::exception& error);

}  // namespace skein
