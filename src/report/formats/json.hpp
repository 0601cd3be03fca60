// SPDX-License-Identifier: Apache-2.0
// The report as JSON, for scripts and CI. The keys are a contract, documented in docs/reference.md:
// add, never rename.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "report/report.hpp"

namespace skein {

// Contains the findings that have a counterexample.
[[nodiscard]] nlohmann::ordered_json to_json(const Report& report);

// As text: indented, ends with a line break; bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);

}  // namespace skein
